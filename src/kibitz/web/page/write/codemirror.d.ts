// What the page uses of CodeMirror.

export const EditorState: any;
export const EditorView: any;
export const HighlightStyle: any;
export const bracketMatching: any;
export const defaultKeymap: any;
export const drawSelection: any;
export const highlightActiveLine: any;
export const highlightActiveLineGutter: any;
export const history: any;
export const historyKeymap: any;
export const indentOnInput: any;
export const indentUnit: any;
export const indentWithTab: any;
export const keymap: any;
export const lineNumbers: any;
export const lintGutter: any;
export const pythonLanguage: any;
export const setDiagnostics: any;
export const syntaxHighlighting: any;
export const tags: any;
