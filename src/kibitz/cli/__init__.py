"""Dispatches to a subcommand and maps every exception to an exit status.

Each command is a module in `commands/` or a folder there, with a `COMMAND`, its options, and a
`main(chosen) -> status`. It is imported only when it is run, so that start-up stays fast.
"""

from __future__ import annotations

import errno
import os
import sys

from kibitz import __version__
from kibitz.cli.output import failure_of, guard_output, notices
from kibitz.language.errors import EndOfInput, KibitzError, Sentence, harmless, phrase, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kibitz.language.languages import Language

GROUPS = {
    phrase("Play"): {
        "play": phrase("play a game or solve a puzzle in the terminal, with exact comments"),
        "puzzle": phrase("find the only good move in a position of any game"),
        "games": phrase("list the games, their variants and parameters"),
        "web": phrase("play in the browser, with the kibitzer beside the board"),
        "site": phrase("write a page that needs no server, for any web host"),
        "classic": phrase("run one of the five original programs"),
    },
    phrase("Solve"): {
        "solve": phrase("the value of a position and of every move, and an optimal line"),
        "table": phrase("solve a whole game, store its table, and print a summary"),
        "verify": phrase("check a stored table against the rules"),
        "problems": phrase("every problem of a peg solitaire board"),
        "poster": phrase("draw the whole strategy of a small game on one sheet, to be printed"),
    },
    phrase("Your own game"): {
        "new": phrase("write a starter file for a game of your own"),
        "doctor": phrase("check the rules of a game, and report errors in plain words"),
    },
    phrase("Classroom"): {
        "check": phrase("judge a program of one of the five courses, or an answer"),
        "assignment": phrase(
            "turn a classic, or a game in a file, into a problem for a programming judge"
        ),
        "grade": phrase("grade a folder of programs: verdicts, points and a report"),
    },
    phrase("Machine learning"): {
        "export": phrase("write a table to a Parquet, CSV or NumPy file, for machine learning"),
        "tasks": phrase("write tasks with exact answers, for language models"),
        "mcp": phrase("serve exact outcomes to language models by the Model Context Protocol"),
    },
    phrase("Housekeeping"): {
        "tables": phrase("list stored tables and compiled code, and remove them"),
        "completion": phrase(
            "print a script that completes commands, games and options in a shell"
        ),
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}

CLASSROOM = ("assignment", "check", "grade", "poster")  # their modules have a folder of their own

HELP = ("--help", "-h", "help")

LANGUAGE_OPTION = "--lang"
STANDARD_OUTPUT, STANDARD_ERROR = 1, 2


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status. There is never a traceback."""
    words = sys.argv[1:] if words is None else words
    if "_ARGCOMPLETE" in os.environ:
        from kibitz.cli.completions import complete

        complete()
    try:
        speak_utf8()
        status = run(words)
        flush()
        return status
    except EndOfInput:
        return end_line(0)
    except KeyboardInterrupt as end:
        from kibitz.system.signals import status_of

        return end_line(status_of(end))
    except BaseException as error:  # a game in a file may raise anything
        if getattr(error, "errno", None) == errno.EPIPE and not is_of_file(error):
            drop_output()
            return 1
        reason = reason_of(error)
        if reason is None:
            raise
        return complain(str(spoken(words).tell(reason)), 2)


def reason_of(error: BaseException) -> KibitzError | Sentence | None:
    """Return the message of an error; None if it is a bug in Kibitz itself."""
    if isinstance(error, KibitzError):
        return error
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return Sentence("there is not enough memory for this")
    if isinstance(error, OSError) and error.errno is not None and not is_of_file(error):
        return failure_of(error)
    gamefile = sys.modules.get(
        "kibitz.games.gamefile"
    )  # already imported if a game in a file was run
    blamed: Sentence | None = gamefile.blame(error) if gamefile else None
    return blamed


def spoken(words: Sequence[str]) -> Language:
    """Return the language chosen by the arguments or the environment; English by default."""
    try:
        return language_in(words)
    except KibitzError:
        from kibitz.language.languages import Language

        return Language()


def language_in(words: Sequence[str]) -> Language:
    """Return the language of a command line, given by `--lang` or by the environment.

    The words are searched before they are parsed, because the parser is translated too.
    """
    from kibitz.language.languages import language_for

    asked = None
    for at, word in enumerate(words):
        if word == "--":
            break
        if word == LANGUAGE_OPTION:
            asked = "".join(words[at + 1 : at + 2])
        elif word.startswith(f"{LANGUAGE_OPTION}="):
            asked = word.partition("=")[2]
    return language_for(asked)


def is_of_file(error: BaseException) -> bool:
    """Return whether an error was raised by a game in a file."""
    gamefile = sys.modules.get("kibitz.games.gamefile")
    return bool(gamefile and gamefile.is_of_file(error))


def run(words: Sequence[str]) -> int:
    """Run the command named by the first word; `--lang` may precede it."""
    words = with_command_first(words)
    if words and words[0] == "help":
        words = about_command(words[1:])
    command = words[0] if words else "--help"
    if command in HELP:
        print(usage(spoken(words)))
        return 0
    if command == "--version":
        print(f"kibitz {__version__}")
        return 0
    if command not in COMMANDS:
        from kibitz.games.registry import names
        from kibitz.language.errors import nearest

        if command.partition(":")[0] in names():
            raise KibitzError(
                "{name} is a game, not a command: kibitz games {name} describes it, and kibitz "
                "play {name} plays it",
                name=command,
            )
        raise KibitzError(
            "there is no command {command}; {suggestion}",
            command=quoted(command),
            suggestion=nearest(command, COMMANDS),
        )
    from kibitz.system.cache_files import report_ignored_to
    from kibitz.system.signals import sigterm_as_exception

    def report(sentence: Sentence) -> None:
        notices(spoken(words))(sentence)  # the language is read only where there is a sentence

    report_ignored_to(report)
    try:
        with sigterm_as_exception():
            module = module_of(command)
            status: int = module.main(module.COMMAND.read(command, words[1:]))
    except SystemExit as leave:  # how argparse ends after --help
        if is_of_file(leave):
            raise
        status = int(leave.code or 0)
    return status


def module_of(command: str) -> Any:
    """Return the module of a command, imported now."""
    from importlib import import_module

    folder = "commands.classroom" if command in CLASSROOM else "commands"
    return import_module(f"kibitz.cli.{folder}.{command}_command")


def with_command_first(words: Sequence[str]) -> Sequence[str]:
    """Return the words with a `--lang` before the command moved after it."""
    first = "".join(words[:1])
    taken = 2 if first == LANGUAGE_OPTION else 1 if first.startswith(f"{LANGUAGE_OPTION}=") else 0
    if not taken:
        return words
    command = words[taken] if len(words) > taken else "--help"
    return [command, *words[:taken], *words[taken + 1 :]]


def about_command(words: Sequence[str]) -> Sequence[str]:
    """Return `COMMAND --help` for the words after `help`; `--lang` may stand anywhere."""
    words = with_command_first(words)
    if not words or words[0].startswith("-"):
        return ["--help", *words]
    return [words[0], "--help", *words[1:]]


def usage(language: Language) -> str:
    """Return the help of the whole program."""
    say = language.say
    lines = [
        say("Kibitz plays small board games and puzzles, and knows how every position ends."),
        "",
        say("usage: ") + "kibitz COMMAND …",
        "",
        *(
            line
            for heading, group in GROUPS.items()
            for line in (
                say(heading),
                *(f"  {command:<12}{say(summary)}" for command, summary in group.items()),
                "",
            )
        ),
        say("kibitz help COMMAND describes a command; kibitz --version prints the version."),
    ]
    return "\n".join(lines)


def speak_utf8() -> None:
    """Use UTF-8 for input and output, whatever the locale."""
    import io

    guard_output()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def flush() -> None:
    """Flush the output, so that a full disk is detected here."""
    if sys.stdout:
        sys.stdout.flush()


def end_line(status: int) -> int:
    """End the line at which a dialogue was interrupted."""
    try:
        print(flush=True)
    except OSError:
        drop_output()
    return status


def complain(sentence: str, status: int) -> int:
    """Print an error message to standard error."""
    try:
        flush()
    except OSError:
        drop_output()
    try:
        if sys.stderr:
            print(f"kibitz: {harmless(sentence)}", file=sys.stderr, flush=True)
    except OSError:
        drop_output(STANDARD_ERROR)
    return status


def drop_output(stream: int = STANDARD_OUTPUT) -> None:
    """Discard buffered output: its reader is gone, or its disk is full.

    Python would try to write it again at exit and, if that fails, change the exit status.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
