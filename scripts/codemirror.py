"""Make the editor of the page, `page/write/codemirror.js`, from the npm packages of CodeMirror.

    .venv/bin/python scripts/codemirror.py

npm fetches the packages that `locks/package-lock.json` names, and esbuild bundles what the page
uses into one module. The licence of CodeMirror is written beside it. Nothing of Kibitz is built.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from lock import install_npm_packages

WRITE = Path(__file__).resolve().parent.parent / "src" / "kibitz" / "web" / "page" / "write"
USED = """
export { EditorState } from "@codemirror/state";
export { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap,
  lineNumbers } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { HighlightStyle, bracketMatching, indentOnInput, indentUnit,
  syntaxHighlighting } from "@codemirror/language";
export { lintGutter, setDiagnostics } from "@codemirror/lint";
export { pythonLanguage } from "@codemirror/lang-python";
export { tags } from "@lezer/highlight";
"""
HEAD = "// CodeMirror (LICENCE.txt), bundled by scripts/codemirror.py.\n"


def main() -> int:
    """Write the bundle and its licence, and print its size."""
    npm = shutil.which("npm")
    if npm is None:
        print("this needs npm: install Node.js")
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install_npm_packages(npm, folder)
        (folder / "used.js").write_text(USED)
        bundler = folder / "node_modules" / ".bin" / "esbuild"
        options = ["--bundle", "--minify", "--format=esm", "--legal-comments=none"]
        command = [str(bundler), "used.js", *options]
        made = subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout
        licence = folder / "node_modules" / "@codemirror" / "view" / "LICENSE"
        (WRITE / "LICENCE.txt").write_bytes(licence.read_bytes())
    (WRITE / "codemirror.js").write_bytes(HEAD.encode() + made)
    print(f"{len(made):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
