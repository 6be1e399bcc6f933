"""Make the editor of the page, `page/write/codemirror.js`, from the npm packages of CodeMirror.

    .venv/bin/python scripts/codemirror.py

npm fetches the packages, and esbuild bundles what the page uses into one module. The licence of
CodeMirror is written beside it. Nothing of Kibitz is built.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WRITE = Path(__file__).resolve().parent.parent / "src" / "kibitz" / "web" / "page" / "write"
PACKAGES = {
    "@codemirror/autocomplete": "6.20.4",
    "@codemirror/commands": "6.11.1",
    "@codemirror/lang-python": "6.2.1",
    "@codemirror/language": "6.13.1",
    "@codemirror/lint": "6.9.7",
    "@codemirror/state": "6.7.6",
    "@codemirror/view": "6.43.15",
    "esbuild": "0.25.12",
}
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
        (folder / "package.json").write_text(json.dumps({"dependencies": PACKAGES}))
        (folder / "used.js").write_text(USED)
        subprocess.run([npm, "install", "--no-audit", "--no-fund"], cwd=folder, check=True)
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
