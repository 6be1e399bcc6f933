"""`kibitz grade`: run every program of a folder on the cases of an assignment."""

from __future__ import annotations

import os
import sys

from kibitz import __version__
from kibitz.cli.commands.classroom.check_command import SANDBOX
from kibitz.cli.options import DATA_SEED, JSON, Argument, Command, flag
from kibitz.cli.output import Bar
from kibitz.judge.assignments.problem_package import ASSIGNMENTS, SEED
from kibitz.judge.grading.cgroup import groups_for_runs
from kibitz.judge.grading.convention import AS, COURSE
from kibitz.judge.grading.sandbox import (
    MIB,
    MOST_JOBS,
    NONE,
    RunLimits,
    find_sandbox,
    use_groups,
)
from kibitz.judge.grading.untrusted_folders import workplace
from kibitz.language.errors import KibitzError, Sentence, harmless, listed, phrase, plural
from kibitz.system.whole_files import STANDARD_STREAM, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import TextIO

    from kibitz.judge.grading.graded_assignment import GradedAssignment
    from kibitz.judge.grading.grading import Grader
    from kibitz.judge.grading.journal import Journal
    from kibitz.judge.grading.sandbox import Sandbox
    from kibitz.judge.grading.submissions import Found
    from kibitz.judge.reporting.marks import ByHand
    from kibitz.language.languages import Language

FULL, HIDDEN = FEEDBACK = ("full", "hidden")
MEMORY = 512
BY_COURSE = Sentence(
    "Programs are judged as the course's text asks; --as judge takes the conventions of "
    "programming judges instead."
)


COMMAND = Command(
    phrase(
        "Build and run every program of a folder on the test cases of an assignment, from "
        "easy to hard: verdicts, points, and the reason in one sentence."
    ),
    Argument(
        "assignment",
        Sentence(
            "{names}, a game in a file such as ./mygame.py, or the folder of a package, also an "
            "edited one",
            names=listed(ASSIGNMENTS),
        ),
    ),
    Argument(
        "submissions",
        phrase("the folder or zip: a file, a zip or a sub-folder for each student"),
    ),
    Argument("--report", phrase("write a report: one HTML file"), "FILE"),
    Argument("--csv", phrase("write the marks as CSV"), "FILE"),
    Argument(
        "--moodle",
        phrase("write a grading worksheet for Moodle, from whose download the folder is"),
        "FILE",
    ),
    Argument(
        "--canvas",
        phrase("write the points into a gradebook that Canvas has exported, or into a new one"),
        "FILE",
    ),
    Argument(
        "--gradescope",
        phrase("the folder is that of one student; write results.json for Gradescope"),
        "FILE",
    ),
    JSON,
    Argument(
        "--cases",
        phrase("add cases of your own: NAME.in, and NAME.ans if the answer is not to be computed"),
        "FOLDER",
    ),
    Argument("--sheets", phrase("write the sheet of each student to a file there"), "FOLDER"),
    Argument(
        "--feedback",
        phrase("hidden: of a secret case, show only whether it was accepted"),
        choices=FEEDBACK,
        default=FULL,
    ),
    Argument(
        "--as",
        phrase(
            "how programs get their input: as the course's text asks (the default for the five "
            "courses), or as programming judges do"
        ),
        choices=AS,
    ),
    Argument("--jobs", phrase("run N programs at a time"), "N", type=int),
    DATA_SEED,
    Argument("--time", phrase("CPU seconds for each case"), "S", type=float),
    Argument("--memory", phrase("MiB of memory for each case"), "M", type=int, default=MEMORY),
    SANDBOX,
    flag("--resume", phrase("continue where the same command was stopped")),
)


def main(chosen: Namespace) -> int:
    """Grade the folder; print the marks, and write the requested files.

    The exit status is 0 if every program passes every case, else 1.
    """
    check(chosen)
    with workplace() as home:
        found = found_in(chosen, home)
        prepare(chosen)
        sandbox = find_sandbox(chosen.sandbox)
        use_groups(sandbox, groups_for_runs())
        return 0 if grade(chosen.language, chosen, found, sandbox, home) else 1


def found_in(chosen: Namespace, home: str) -> Found:
    """Return the submissions: those of a folder or a zip, or a single one for Gradescope."""
    from kibitz.judge.grading.submissions import ZIP, Found, Submission, submissions_in

    folder, wrong = chosen.submissions, {}
    if chosen.gradescope:
        if not os.path.exists(folder):
            raise KibitzError("there is no file or folder {name}", name=folder)
        return Found([Submission(os.path.basename(os.path.abspath(folder)), folder)], [])
    if folder.lower().endswith(ZIP) and os.path.isfile(folder):
        from kibitz.judge.grading.zip_submissions import unzip_class

        folder = os.path.join(home, "class")
        wrong = unzip_class(chosen.submissions, folder)
        os.chmod(folder, 0o700)
    return submissions_in(folder, [path for path in written(chosen) if path], wrong)


def written(chosen: Namespace) -> list[str | None]:
    """Return the files that the options ask for, and the folder of the sheets."""
    files = [chosen.report, chosen.csv, chosen.moodle, chosen.canvas, chosen.gradescope]
    return [*files, chosen.sheets]


def grade(language: Language, chosen: Namespace, found: Found, sandbox: Sandbox, home: str) -> bool:
    """Grade the submissions and publish the results, also partial ones after an interrupt.

    Return whether every program passes every case.
    """
    from kibitz.judge.grading.graded_assignment import GradedAssignment
    from kibitz.judge.grading.grading import Grader
    from kibitz.judge.reporting.canvas import Gradebook
    from kibitz.judge.reporting.marks import by_hand_in, plain, read_table

    by_hand = by_hand_in(read_table(chosen.csv), chosen.csv)
    gradebook = Gradebook(read_table(chosen.canvas), chosen.canvas)
    folder = os.path.join(home, "judge")
    os.mkdir(folder, 0o700)
    own, convention = chosen.cases or "", getattr(chosen, "as")
    assignment = GradedAssignment(chosen.assignment, seed_in(chosen), folder, own, convention)
    limits = RunLimits(chosen.time or assignment.time, chosen.memory * MIB)
    journal = journal_of(assignment, limits, sandbox, resume=chosen.resume)
    jobs = chosen.jobs or max(1, (os.cpu_count() or 2) // 2)
    grader = Grader(assignment, sandbox, limits, jobs=jobs, journal=journal)
    after: list[Sentence] = []
    finished = False
    notes = [sandbox.words]
    if assignment.convention.name == COURSE:
        notes.append(BY_COURSE)
    as_data = chosen.json or chosen.sandbox != NONE
    print_notes(notes, language, sys.stderr if as_data else sys.stdout)
    print_notes(found.skipped, language, sys.stderr)
    try:
        with Bar(language, unit=phrase("runs")) as bar:
            grader.grade(found.submissions, bar)
        finished = True
    except KeyboardInterrupt:
        after = [
            Sentence(
                "Grading was stopped; programs that were not graded yet are marked, and --resume "
                "continues from here."
            )
        ]
        raise
    finally:
        for sheet in grader.sheets:
            if plain(sheet.student) in by_hand:
                sheet.by_hand = by_hand[plain(sheet.student)].points
        if grader.resumed:
            after.append(plural("{count} result is from a run that was stopped.",
                                "{count} results are from a run that was stopped.",
                                grader.resumed))  # fmt: skip
        if chosen.moodle and not any(sheet.number for sheet in grader.sheets):
            after.append(
                Sentence(
                    "{name} has no rows: no participant numbers were found in the names of the "
                    "submissions, as in Anna_101_assignsubmission_file_.",
                    name=chosen.moodle,
                )
            )
        if chosen.canvas:
            sheets = grader.sheets
            text, missing = gradebook.filled(assignment.title, assignment.out_of, sheets)
            write_file(chosen.canvas, text)
            if missing:
                after.append(Sentence("{name} has no row, or several, for {students}.",
                                      name=chosen.canvas, students=", ".join(missing)))  # fmt: skip
        publish(grader, assignment, chosen, language, [*notes, *after], found.skipped, by_hand)
        print_notes(after, language, sys.stderr)
        if journal:
            journal.close(finished)
    from kibitz.judge.reporting.class_statistics import all_passed

    return all_passed(grader.sheets)


def seed_in(chosen: Namespace) -> int:
    """Return the seed of the options; a package in a folder has its data already."""
    from kibitz.judge.grading.graded_assignment import names_package

    if chosen.seed is not None and names_package(chosen.assignment):
        raise KibitzError(
            "--seed chooses cases, and the package {name} has its own; leave it out",
            name=chosen.assignment,
        )
    return SEED if chosen.seed is None else int(chosen.seed)


def journal_of(
    assignment: GradedAssignment, limits: RunLimits, sandbox: Sandbox, *, resume: bool
) -> Journal | None:
    """Return the journal; None if it cannot be written and --resume was not given."""
    from kibitz.judge.grading.journal import Journal, path_of
    from kibitz.solve.store.table_store import usual_folder

    judged = (assignment.name, assignment.cases, assignment.judging, *assignment.convention)
    try:
        return Journal(
            path_of(usual_folder(), __version__, *judged, limits, bool(sandbox.bwrap)), resume
        )
    except KibitzError:
        if resume:
            raise
        return None


def print_notes(notes: list[Sentence], language: Language, stream: TextIO) -> None:
    """Print the notes on the marks."""
    for note in notes:
        print(harmless(str(language.tell(note))), file=stream, flush=True)


def check(chosen: Namespace) -> None:
    """Reject numbers out of range."""
    bounds = {"jobs": (1, MOST_JOBS), "time": (0.1, 600), "memory": (16, 1 << 16)}
    for option, (least, most) in bounds.items():
        value = getattr(chosen, option)
        if value is not None and not least <= value <= most:
            raise KibitzError(
                "--{option} must be from {least} to {most}, not {value}",
                option=option,
                least=least,
                most=most,
                value=value,
            )


def prepare(chosen: Namespace) -> None:
    """Check before the work that every file can be written; existing files are kept."""
    try:
        if chosen.sheets:
            os.makedirs(chosen.sheets, exist_ok=True)
        for path in written(chosen)[:-1]:
            if path and path != STANDARD_STREAM:
                before = os.path.lexists(path)
                with open(path, "a", encoding="utf-8"):
                    pass
                if not before:
                    os.remove(path)
    except OSError as error:
        raise KibitzError(
            "{name} cannot be written: {reason}", name=str(error.filename), reason=error.strerror
        ) from None


def publish(
    grader: Grader,
    assignment: GradedAssignment,
    chosen: Namespace,
    language: Language,
    notes: list[Sentence],
    skipped: list[Sentence],
    by_hand: dict[str, ByHand],
) -> None:
    """Write the requested files, and print the marks."""
    from kibitz.judge.reporting.grade_report import Report, file_names
    from kibitz.judge.reporting.hidden_feedback import Hidden, hidden
    from kibitz.judge.reporting.marks import marks
    from kibitz.judge.reporting.printed_marks import lines_of, lines_of_class
    from kibitz.judge.reporting.results_data import ResultsData

    shown: GradedAssignment | Hidden = assignment
    sheets = grader.sheets
    if chosen.feedback == HIDDEN:
        shown, sheets = hidden(assignment, sheets)
    report = Report(shown, language, notes=notes)
    data = ResultsData(shown, language)
    if chosen.moodle:
        write_file(chosen.moodle, data.moodle(sheets))
    if chosen.gradescope and sheets:
        write_file(chosen.gradescope, data.gradescope(sheets[0]))
    if chosen.csv:
        write_file(chosen.csv, marks(shown, sheets, chosen.sandbox, by_hand))
    if chosen.report:
        write_file(chosen.report, report.overview(sheets, skipped))
    if chosen.sheets:
        for sheet, name in zip(sheets, file_names(sheets), strict=True):
            write_file(os.path.join(chosen.sheets, name), report.single(sheet))
    if chosen.json:  # last: after a broken pipe nothing else is printed
        print(data.as_json(sheets, skipped, chosen.sandbox))
        return
    lines = [line for sheet in sheets for line in lines_of(sheet, shown, language)]
    print("\n".join(map(harmless, [*lines, *lines_of_class(sheets, shown, language)])))
