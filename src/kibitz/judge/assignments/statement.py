"""Statements of problems, converted from plain Markdown to LaTeX."""

import re

ESCAPES = {
    "\\": r"\textbackslash{}",
    "#": r"\#",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
CODE = re.compile(r"(`[^`]*`)")


def latex(title: str, markdown: str) -> str:
    """Return a statement in LaTeX.

    It supports the Markdown of our statements: paragraphs, second-level headings, lists with
    dashes, inline code and code blocks.
    """
    done = [f"\\problemname{{{escape(title)}}}", ""]
    verbatim = listing = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            done.append(r"\end{verbatim}" if verbatim else r"\begin{verbatim}")
            verbatim = not verbatim
            continue
        if verbatim:
            done.append(line)
            continue
        if line.startswith("- ") != listing:
            done.append(r"\end{itemize}" if listing else r"\begin{itemize}")
            listing = not listing
        if line.startswith("## "):
            done.append(rf"\section*{{{inline(line[3:])}}}")
        else:
            done.append((r"\item " if listing else "") + inline(line.removeprefix("- ")))
    if listing:
        done.append(r"\end{itemize}")
    return "\n".join(done) + "\n"


def inline(text: str) -> str:
    """Return a line of text in LaTeX."""
    return "".join(
        rf"\texttt{{{escape(part[1:-1])}}}" if part.startswith("`") else escape(part)
        for part in CODE.split(text)
    )


def escape(text: str) -> str:
    """Return text with the special characters of LaTeX escaped."""
    return "".join(ESCAPES.get(sign, sign) for sign in text)
