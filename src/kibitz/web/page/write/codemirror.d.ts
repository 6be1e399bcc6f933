// What the page uses of CodeMirror.

export interface Extension {
  readonly isExtension: true;
}

export interface Command {
  readonly key?: string;
}

export interface Tag {
  readonly isTag: true;
}

export interface Change {
  selection?: { anchor: number };
  effects?: Effect;
}

export interface Effect {
  readonly isEffect: true;
}

export interface Diagnostic {
  from: number;
  to: number;
  severity: "error" | "info";
  message: string;
}

export interface Text {
  readonly lines: number;
  line(number: number): { from: number; to: number };
}

export interface Facet<Value> {
  of(value: Value): Extension;
}

export class EditorState {
  static create(config: { doc: string; extensions: Extension[] }): EditorState;
  readonly doc: Text;
}

export class EditorView {
  static theme(rules: Record<string, Record<string, string>>): Extension;
  static scrollIntoView(at: number, options: { y: string }): Effect;
  static readonly contentAttributes: Facet<Record<string, string>>;
  static readonly updateListener: Facet<(update: { docChanged: boolean }) => void>;
  constructor(config: { state: EditorState; parent: ShadowRoot; root: ShadowRoot });
  readonly state: EditorState;
  setState(state: EditorState): void;
  dispatch(change: Change): void;
  focus(): void;
}

export class HighlightStyle {
  static define(rules: { tag: Tag[]; color: string; fontWeight?: string; fontStyle?: string }[]): HighlightStyle;
}

export const tags: Record<"keyword" | "operatorKeyword" | "controlKeyword" | "string" | "number" | "bool" | "null"
  | "comment" | "variableName" | "className", Tag> & Record<"special" | "function" | "definition", (tag: Tag) => Tag>;
export const defaultKeymap: Command[];
export const historyKeymap: Command[];
export const indentWithTab: Command;
export const indentUnit: Facet<string>;
export const keymap: Facet<Command[]>;
export const pythonLanguage: Extension;
export function bracketMatching(): Extension;
export function drawSelection(): Extension;
export function highlightActiveLine(): Extension;
export function highlightActiveLineGutter(): Extension;
export function history(): Extension;
export function indentOnInput(): Extension;
export function lineNumbers(): Extension;
export function lintGutter(): Extension;
export function setDiagnostics(state: EditorState, marks: Diagnostic[]): Change;
export function syntaxHighlighting(style: HighlightStyle): Extension;
