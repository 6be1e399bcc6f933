// Editor for the text of a game: CodeMirror, in the colours of the page.
//
// It is in a shadow tree: there its styles need no exception from the policy of the page.

import {
  EditorState,
  EditorView,
  HighlightStyle,
  bracketMatching,
  defaultKeymap,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  lintGutter,
  pythonLanguage,
  setDiagnostics,
  syntaxHighlighting,
  tags,
} from "./codemirror.js";

/** @typedef {{ line: number | null, words: string, remedy: string }} Said */

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--win)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--draw)" },
  { tag: [tags.comment], color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: "var(--chosen-edge)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--panel)", fontSize: "0.9rem" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "var(--ground)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 60%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--chosen)",
  },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--panel)", border: "1px solid var(--line)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--loss)" },
});

export class CodeEditor {
  // `changed` is called after every change of the text.
  /** @param {HTMLElement} place @param {string} label @param {() => void} changed */
  constructor(place, label, changed) {
    this.label = label;
    this.changed = changed;
    const root = place.attachShadow({ mode: "open" });
    this.view = new EditorView({ state: this.state(""), parent: root, root });
  }

  /** @param {string} text */
  state(text) {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of("    "),
        bracketMatching(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        pythonLanguage,
        syntaxHighlighting(colours),
        theme,
        // Tab indents; Escape, then Tab, leaves the editor.
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": this.label, spellcheck: "false" }),
        EditorView.updateListener.of((update) => update.docChanged && this.changed()),
      ],
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  // Shows another text; its history begins here.
  set text(text) {
    this.view.setState(this.state(text));
  }

  // Marks lines with what is wrong there.
  /** @param {(Said & { severity: "error" | "info" })[]} all */
  mark(all) {
    const { doc } = this.view.state;
    const marks = all.flatMap(({ line, words, severity }) => {
      if (line === null || line < 1 || line > doc.lines) return [];
      const { from, to } = doc.line(line);
      return [{ from, to, severity, message: words }];
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  // Puts the cursor at the beginning of a line, and shows it.
  /** @param {number} line */
  goTo(line) {
    const { from } = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }
}
