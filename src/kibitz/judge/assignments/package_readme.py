"""README of a package: the purpose of each case, and the result of each program."""

import re

from kibitz.judge.assignments.assignment import Assignment
from kibitz.judge.assignments.mutants import Mutant
from kibitz.judge.cases.case_selection import Selection

# Meaning of the words in the name of a case; {} is the number after the word.
MEANINGS = {
    "distance": "moves of a shortest solution: {}",
    "cost": "least cost: {}",
    "score": "best score: {}",
    "endless": "no end can be reached",
    "win-by": "won by points: {}",
    "lose-by": "lost by points: {}",
    "even": "neither player gets more points",
    "in": "moves to the end: {}",
    "best": "good moves: {}",
    "trap": "a greedy program fails",
    "unsolvable": "there is no solution",
    "helpers": "helpers: {}",
    "win-in": "won, moves to the end: {}",
    "ways": "winning or best moves: {}",
    "draw-safe": "neither can force a win, moves that keep the draw: {}",
    "draw-trap": "neither can force a win, a greedy program fails, moves that keep the draw: {}",
    "losing-in": "lost, moves to the end: {}",
    "left": "can still be won, pegs on the board: {}",
    "of": "legal moves: {}",
    "lost-pegs": "can no longer be won, pegs on the board: {}",
    "won": "the player wins",
    "pegs": "pegs at the end: {}",
    "large": "too many positions for a program that remembers none",
    "slips": "some answers must be refused",
    "back": "a piece is tried where it came from",
    "clean": "no answer is refused",
    "classic": "the plain game",
    "any": "any piece may be moved",
    "oldest": "the oldest piece must be moved",
    "moves": "moves: {}",
    "wins": "one of the players wins",
    "draw": "a draw",
}
SPACES = (
    "",
    "`bt run` warns that the sample dialogue contains consecutive whitespace characters, and ends "
    "with status 1 for that alone. The spaces are those of the board, and are not judged. `bt run "
    "--no-test-case-sanity-checks` leaves this warning out. `verifyproblem` may warn that no "
    "validator rejects leading or trailing zeros: a player may type anything, 012 and 1.50, too.",
)
WORDS = re.compile("(" + "|".join(sorted(MEANINGS, key=len, reverse=True)) + ")([0-9]*)(?:-|$)")


def meaning(name: str) -> str:
    """Return the meaning of the name of a case."""
    words = WORDS.findall(name.partition("-")[2])
    return "; ".join(MEANINGS[word].format(number) for word, number in words)


def readme(made: Assignment, command: str, choice: Selection) -> str:
    """Return the README of a package."""
    lines = [
        f"# {made.about['title']['en']}",
        "",
        f"Made by `{command}`. The same command makes the same package again; another seed draws "
        "other secret data of the same kinds.",
        "",
        f"The time limit of {made.about['time_limit']} s suits the right programs in Python, and "
        "none that repeats its work: those in `time_limit_exceeded` make more than twenty times as "
        "many steps on the case that catches them, and a million more. The format legacy has no "
        "place for the limit: set it on the judge.",
        "",
        "## Data",
        "",
        "The exact solver has graded every case.",
        "",
        "| group | case | what it is |",
        "|---|---|---|",
    ]
    for group, cases in (("sample", choice.samples), ("secret", choice.secrets)):
        lines += [f"| {group} | `{case.name}` | {meaning(case.name)} |" for case in cases]
    lines += [
        "",
        "The validators need nothing but Python 3. `kibitz assignment NAME -o FOLDER --draw SEED` "
        "draws one more case. In the format 2025-09, `generators/generators.yaml` names the seed "
        "of each secret case, and `bt generate` draws them all again.",
        *(SPACES if made.interactive else ()),
        "",
        "## Programs",
        "",
        "Every wrong program fails a secret case; the table names one.",
        "",
        "| program | verdict | what is wrong | caught by |",
        "|---|---|---|---|",
    ]
    caught = {id(one): case for one, case in choice.caught}
    for one in choice.programs:
        case = f"`{caught[id(one)]}`" if id(one) in caught else ""
        lines.append(f"| `{one.file}` | {one.verdict} | {one.why} | {case} |")
    if made.source is not None:
        lines += [
            "",
            "The right program is in Python only: it carries the rules as their author wrote them.",
        ]
    return "\n".join([*lines, *about_mutants(choice)]) + "\n"


def about_mutants(choice: Selection) -> list[str]:
    """Return which mutants the cases catch, and which were left out."""
    caught = [(one, case) for one, case in choice.caught if isinstance(one, Mutant)]
    lines = [
        "",
        "## Mutants",
        "",
        "A mutant is the right program in Python with one small mistake, made by a rule. The "
        f"secret cases were chosen so that all of these {len(caught)} fail.",
        "",
        "| kind | instead of | the program has | caught by |",
        "|---|---|---|---|",
    ]
    for one, case in caught:
        lines.append(f"| {one.kind} | {code(one.before)} | {code(one.after)} | `{case}` |")
    if choice.left_out:
        lines += ["", "Left out:", "", "| instead of | the program has | reason |", "|---|---|---|"]
    for wrong, reason in choice.left_out:
        if isinstance(wrong, Mutant):
            lines.append(f"| {code(wrong.before)} | {code(wrong.after)} | {reason} |")
        else:
            lines.append(f"| `{wrong.file}` | {wrong.why} | {reason} |")
    return lines


def code(text: str) -> str:
    """Return a line of a program for a cell of a table."""
    return f"`` {text} ``".replace("|", "\\|") if text else ""
