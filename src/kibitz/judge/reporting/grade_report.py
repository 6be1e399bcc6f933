"""Report of a grading: one self-contained HTML file, for the teacher or for one student.

Text chosen by a student (names, output, messages) is escaped; a page may load nothing.
"""

import os
from collections.abc import Iterator, Sequence
from html import escape

from kibitz.drawing.picture import picture
from kibitz.judge.cases.exact_answers import DrawnPosition, as_stated, case_position
from kibitz.judge.grading.convention import USED
from kibitz.judge.grading.grade_results import ADDED, VERDICTS, CaseResult, Sheet
from kibitz.judge.grading.graded_assignment import Graded, GradedAssignment
from kibitz.judge.reporting.class_statistics import (
    MOST_REASONS,
    FailureReason,
    class_statistics,
    passed,
)
from kibitz.judge.reporting.hidden_feedback import Hidden
from kibitz.language.errors import Rounded, Sentence
from kibitz.language.languages import Language

HERE = os.path.dirname(__file__)
SAFE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
LONGEST_GIVEN = 1500
MARKS = {"AC": "✓", "NO": ""}
LONGEST_NAME = 200  # bytes of a file name; the limit of systems is 255 with the suffix


class Report:
    """Writes pages in a language; `notes` are shown at the top."""

    def __init__(
        self,
        assignment: GradedAssignment | Hidden,
        language: Language,
        *,
        notes: list[Sentence] | None = None,
    ) -> None:
        self.assignment = assignment
        self.language = language
        self.notes = notes or []
        self.drawn: dict[str, str] = {}  # view boxes of the pictures that are already in the page

    def say(self, sentence: str, **details: object) -> str:
        """Return a sentence in the language of the report, escaped."""
        return escape(self.language.say(sentence, **details))

    def tell(self, sentence: Sentence | str) -> str:
        """Return the same for a `Sentence`."""
        return escape(str(self.language.tell(sentence)))

    def overview(self, sheets: list[Sheet], skipped: Sequence[Sentence] = ()) -> str:
        """Return the page of all students, and of the skipped entries."""
        title = self.say("Marks: {name}", name=self.assignment.title)
        body = [*self.head(title), *map(self.note, skipped)]
        about = self.the_class(sheets) if len(sheets) > 1 else ()
        return self.page(title, [*body, *self.table(sheets), *about, *self.sheets(sheets)])

    def single(self, sheet: Sheet) -> str:
        """Return the page of one student alone."""
        title = self.say("Marks: {name}", name=self.assignment.title)
        return self.page(title, [*self.head(title), *self.sheet(sheet)])

    def page(self, title: str, body: list[str]) -> str:
        """Return a whole page; the next one starts without pictures."""
        self.drawn.clear()
        head = [
            "<meta charset='utf-8'>",
            f'<meta http-equiv="Content-Security-Policy" content="{SAFE}">',
            "<meta name='viewport' content='width=device-width, initial-scale=1'>",
            f"<title>{title}</title>",
            f"<style>\n{part('report.css')}</style>",
        ]
        top = f"<!doctype html>\n<html lang='{self.language.code}'>\n"
        foot = f"<script>\n{part('report.js')}</script>\n</html>\n"
        return "\n".join([top, *head, "<main>", *body, "</main>", foot])

    def head(self, title: str) -> Iterator[str]:
        """Yield the top of a page."""
        yield f"<h1>{title}</h1>"
        yield from map(self.note, self.notes)

    def note(self, note: Sentence) -> str:
        """Return a note at the top."""
        return f"<p class='quiet'>{self.tell(note)}</p>"

    def table(self, sheets: list[Sheet]) -> Iterator[str]:
        """Yield the table of all students."""
        names = (
            (self.say("student"), ""),
            (self.say("points"), " class='number'"),
            (self.say("verdict"), ""),
            (self.say("language"), ""),
            (self.say("time"), " class='number'"),
            (self.say("memory"), " class='number'"),
        )
        heads = "".join(f"<th{look}><button>{name}</button></th>" for name, look in names)
        yield f"<div class='scroll'><table class='sortable'><thead><tr>{heads}</tr></thead><tbody>"
        for number, sheet in enumerate(sheets):
            cpu, memory = most(sheet)
            yield (
                f"<tr><td><a href='#s{number}'>{escape(sheet.student)}</a></td>"
                f"<td class='number' data-value='{sheet.points}'>{self.points(sheet)}</td>"
                f"<td>{self.verdict(sheet.verdict)}</td><td>{escape(sheet.language)}</td>"
                f"<td class='number' data-value='{cpu:.3f}'>{self.seconds(cpu)}</td>"
                f"<td class='number' data-value='{memory}'>{self.mebibytes(memory)}</td></tr>"
            )
        yield "</tbody></table></div>"

    def the_class(self, sheets: list[Sheet]) -> Iterator[str]:
        """Yield how many programs fail each case and why, and the verdict on each program."""
        yield f"<section class='class'><h2>{self.say('The class')}</h2>"
        yield f"<p>{' '.join(self.tell(sentence) for sentence in passed(sheets))}</p>"
        names = (
            (self.say("case"), ""),
            (self.say("fail"), " class='number'"),
            (self.say("most frequent reasons"), ""),
        )
        heads = "".join(f"<th{look}><button>{name}</button></th>" for name, look in names)
        yield f"<div class='scroll'><table class='sortable'><thead><tr>{heads}</tr></thead><tbody>"
        for one in class_statistics(self.assignment.cases, sheets):
            why = "<br>".join(self.reason(reason) for reason in one.reasons[:MOST_REASONS])
            share = one.failed / one.ran if one.ran else 0
            yield (
                f"<tr><td>{self.tell(one.case.title)}</td>"
                f"<td class='number' data-value='{share:.4f}'>"
                f"{self.say('{count} of {all}', count=one.failed, all=one.ran)}</td>"
                f"<td>{why}</td></tr>"
            )
        yield "</tbody></table></div>"
        yield from self.matrix(sheets)
        yield "</section>"

    def reason(self, one: FailureReason) -> str:
        """Return a reason with the number of programs that failed for it."""
        words = escape(one.words_in(self.language))
        return f"{one.programs} × <span class='{one.verdict}'>{words}</span>"

    def matrix(self, sheets: list[Sheet]) -> Iterator[str]:
        """Yield a table of all programs and all cases."""
        cases = self.assignment.cases
        yield f"<details><summary>{self.say('Every program on every case')}</summary>"
        yield "<div class='scroll'><table class='matrix'><thead><tr><th></th>"
        yield "".join(f"<th><span>{self.tell(case.title)}</span></th>" for case in cases)
        yield "</tr></thead><tbody>"
        for number, sheet in enumerate(sheets):
            yield f"<tr><th><a href='#s{number}'>{escape(sheet.student)}</a></th>"
            for case in cases:
                code = sheet.result(case).verdict
                said = self.say(VERDICTS[code])
                yield f"<td class='{code}' title='{said}'>{MARKS.get(code, code)}</td>"
            yield "</tr>"
        yield "</tbody></table></div></details>"

    def sheets(self, sheets: list[Sheet]) -> Iterator[str]:
        """Yield the sheets of all students."""
        for number, sheet in enumerate(sheets):
            yield from self.sheet(sheet, f" id='s{number}'")

    def sheet(self, sheet: Sheet, mark: str = "") -> Iterator[str]:
        """Yield the sheet of one student."""
        yield f"<section class='sheet'{mark}><h2>{escape(sheet.student)}</h2>"
        about = [self.points(sheet), self.verdict(sheet.verdict), escape(sheet.language)]
        about += [self.say(USED[sheet.convention])] if sheet.convention else []
        about += [self.say(ADDED, points=sheet.by_hand)] if sheet.by_hand else []
        yield f"<p>{' · '.join(word for word in about if word)}</p>"
        if sheet.failed:
            yield from self.words(sheet.failed)
            yield from self.block(self.say("what it said"), sheet.failed.complaints)
        else:
            for case in self.assignment.cases:
                yield from self.case(case, sheet.result(case))
        yield "</section>"

    def case(self, case: Graded, result: CaseResult) -> Iterator[str]:
        """Yield the result of one case."""
        worth = f"{result.points}/{case.points}" if case.points else ""
        facts = [worth]
        if result.cpu:
            facts += [self.seconds(result.cpu), self.mebibytes(result.memory)]
        yield "<div class='case'>"
        yield f"<h3>{self.tell(case.title)}: {self.verdict(result.verdict)}</h3>"
        yield f"<span class='quiet'>{' · '.join(fact for fact in facts if fact)}</span>"
        yield "<div class='wide'>"
        yield from self.words(result)
        if result.verdict not in ("AC", "NA", "NG", "NO"):
            yield from self.shown(case, result)
        yield "</div></div>"

    def words(self, result: CaseResult) -> Iterator[str]:
        """Yield the reason."""
        if result.words:
            yield f"<p>{self.tell(result.words)}</p>"

    def shown(self, case: Graded, result: CaseResult) -> Iterator[str]:
        """Yield pictures and texts of a failed case."""
        drawn_position = case_position(self.assignment.name, case.given)
        if drawn_position:
            yield "<div class='pictures'>"
            yield self.figure(drawn_position, self.say("the position"), case.name)
            if result.mistake and result.mistake.after:
                yield self.figure(result.mistake.after, self.say("after this move"))
            yield "</div>"
        if result.difference and result.difference.position:
            yield self.figure(result.difference.position, self.say("the position"))
        yield "<div class='beside'>"
        if result.difference:
            yield from self.block(self.say("expected"), result.difference.expected, always=True)
            yield from self.block(self.say("the program says"), result.difference.said, always=True)
        else:
            yield from self.block(self.say("input"), case.given[:LONGEST_GIVEN])
            yield from self.block(self.say("the program says"), result.output)
        yield from self.block(self.say("standard error"), result.complaints)
        yield "</div>"

    def figure(self, drawn_position: DrawnPosition, caption: str, name: str = "") -> str:
        """Return a picture; one that is already in the page is reused."""
        if name in self.drawn:
            drawn = f"<svg viewBox='{self.drawn[name]}'><use href='#p-{name}'/></svg>"
        else:
            drawn = picture(*as_stated(self.assignment.name, drawn_position))
            if name:
                self.drawn[name] = drawn.split("viewBox='", 1)[1].split("'", 1)[0]
                drawn = drawn.replace("<svg ", f"<svg id='p-{name}' ", 1)
        return f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"

    def block(self, label: str, text: str, always: bool = False) -> Iterator[str]:
        """Yield a preformatted text, with a label."""
        if text.strip() or always:
            yield f"<div><span class='label'>{label}</span><pre>{escape(text)}</pre></div>"

    def verdict(self, code: str) -> str:
        """Return a verdict in words."""
        return f"<span class='{code}'>{self.say(VERDICTS[code])}</span>"

    def points(self, sheet: Sheet) -> str:
        """Return the points of a sheet and the maximum."""
        return self.say("{points} of {most}", points=sheet.points, most=self.assignment.out_of)

    def seconds(self, seconds: float) -> str:
        """Return a time."""
        return self.say("{seconds} s", seconds=Rounded(seconds, 2)) if seconds else ""

    def mebibytes(self, size: int) -> str:
        """Return an amount of memory."""
        return self.say("{size} MiB", size=size >> 20) if size else ""


def part(name: str) -> str:
    """Return a part of every page."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def most(sheet: Sheet) -> tuple[float, int]:
    """Return the longest time and the most memory of a sheet."""
    results = sheet.results.values()
    return (
        max((result.cpu for result in results), default=0.0),
        max((result.memory for result in results), default=0),
    )


def file_names(sheets: list[Sheet]) -> list[str]:
    """Return a file name for each sheet: the student's name in portable characters."""
    found: list[str] = []
    for sheet in sheets:
        plain = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in sheet.student)
        plain = plain.encode()[:LONGEST_NAME].decode("utf-8", "ignore")
        name, number = f"{plain}.html", 1
        while name in found:
            number += 1
            name = f"{plain}-{number}.html"
        found.append(name)
    return found
