"""`kibitz play`: every game to its end, through a pipe and at a terminal, against everyone."""

from __future__ import annotations

import os
import re
import signal
from functools import cache
from typing import TYPE_CHECKING

import pytest

import kibitz
from console import CTRL_C, END_OF_INPUT, run, run_in_shell, spawn, the_sentence
from kibitz.play.knowledge import Knowledge
from kibitz.play.language import Language
from kibitz.play.match import Match
from kibitz.play.opponents import OPPONENTS, Opponent
from kibitz.play.outcome import change
from kibitz.play.record import match_from, text_of
from kibitz.solve.answer import Value
from kibitz.solve.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FOR_TWO = ["noughts", "noughts:any", "noughts:oldest", "lgame"]
PUZZLES = ["lockout", "peg:triangle", "peg:english"]
SEED = 7
CONTROL = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")
NARROW = 40  # columns
LONGEST = 60  # plies, of a match that a bad player loses


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment that depends on nothing outside."""
    return {
        "KIBITZ_CACHE": str(tmp_path_factory.mktemp("tables")),
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "",
        "KIBITZ_LANG": "",
        "NO_COLOR": "",
        "COLUMNS": "",
    }


@cache
def known(name: str) -> Knowledge:
    return Knowledge(kibitz.game(name), Shelf("/nonexistent/kibitz"))


@cache
def played(name: str, against: str) -> Match:
    """Return a match to its end: a person makes the best moves against the weak, else the worst."""
    knowledge = known(name)
    match = Match(knowledge.game, players=("human", against))
    opponent = Opponent(against, knowledge, SEED) if against in OPPONENTS else None
    while not match.over:
        assert match.ply < LONGEST
        if opponent and match.player != "human":
            match.play(opponent.choose(match.position))
        else:
            moves = knowledge.moves(match.position)
            best = match.mover == 1 or against in ("easy", "random")
            match.play(moves[0 if best else -1].move)
    return match


def typed_in(match: Match) -> list[str]:
    """Return the moves that people type."""
    plies = range(len(match.moves))
    people = [ply for ply in plies if match.players[match.mover_at(ply)] == "human"]
    return [match.move_text(ply) for ply in people]


def result_of(match: Match) -> str:
    if match.winner is None:
        return "The game is over: a draw."
    return f"The game is over: {match.game.players[match.winner]} has won."


@pytest.mark.parametrize("against", [*OPPONENTS, "human"])
@pytest.mark.parametrize("name", FOR_TWO)
def test_a_game_for_two_to_its_end(
    name: str, against: str, tmp_path: Path, env: Mapping[str, str]
) -> None:
    match = played(name, against)
    words = ["play", name, "--against", against, "--seed", str(SEED)]
    lines = [*typed_in(match), "save piped", "quit"]
    done = run(words, "".join(f"{line}\n" for line in lines), tmp_path, env)
    assert (done.returncode, done.stderr) == (0, b"")
    out = done.stdout.decode()
    assert result_of(match) in out.splitlines()
    assert all(len(line) < 80 for line in out.splitlines())
    assert "\x1b" not in out
    assert (tmp_path / "piped").read_text() == text_of(match)

    terminal = spawn(words, tmp_path, env, columns=NARROW)
    for line in typed_in(match):
        terminal.wait_for(" to move: ")
        terminal.type(line)
    terminal.wait_for(result_of(match).split(": ")[1])
    terminal.wait_for("quit:")
    terminal.type("save typed")
    terminal.wait_for("Saved in")
    terminal.wait_for("quit:")
    terminal.type("quit")
    assert terminal.finish() == 0
    assert (tmp_path / "typed").read_text() == text_of(match)
    assert widest(terminal.screen) <= NARROW


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_to_its_end(name: str, tmp_path: Path, env: Mapping[str, str]) -> None:
    """Move by move along a solution through a pipe; by `solve` at a terminal."""
    knowledge = known(name)
    line = knowledge.line(knowledge.rules.start)
    assert line is not None
    match = Match(knowledge.game)
    for move in line:
        match.play(move)
    typed = "".join(f"{match.move_text(ply)}\n" for ply in range(len(line)))
    done = run(["play", name], typed + f"save {tmp_path / 'piped'}\n", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"Solved. Moves made: {len(line)}." in done.stdout.decode()
    assert (tmp_path / "piped").read_text() == text_of(match)

    terminal = spawn(["play", name], env=env, columns=NARROW)
    terminal.wait_for("your move: ")
    terminal.type("solve")
    terminal.wait_for("Solved. Moves made: ")
    terminal.wait_for("quit:")
    terminal.type("quit")
    assert terminal.finish() == 0
    assert widest(terminal.screen) <= NARROW


def widest(screen: str) -> int:
    return max(len(line) for line in CONTROL.sub("", screen).splitlines())


# What is said


def said(words: str, lines: str, env: Mapping[str, str]) -> list[str]:
    """Return what comes out, the prompts with what is typed behind them, boards left out."""
    done = run(f"play {words}", lines.replace("|", "\n"), env=env)
    assert done.returncode == 0
    assert done.stderr == b""
    board = re.compile(r"( +1 2|[a-z]  |$)")
    return [line for line in done.stdout.decode().splitlines() if not board.match(line)]


def test_a_move_is_told_by_what_it_did_to_the_outcome(env: Mapping[str, str]) -> None:
    """Known: a corner draws; answering it on an edge loses, and then X can throw it away again."""
    lines = said("noughts --against human", "a1|a2|c2|quit|", env)
    assert [line for line in lines if re.match("[XO] [abc]", line)] == [
        "X a1: still a draw",
        "O a2: from a draw to lost in 5",
        "X c2: from won in 5 to a draw",
    ]


@pytest.mark.parametrize(
    ("before", "made", "words"),
    [
        (Value("win", 5), Value("win", 5), "still won in 4"),
        (Value("win", 5), Value("win", 9), "still won in 8 instead of 4"),
        (Value("win", 7), Value("loss", 5), "from won in 7 to lost in 4"),
        (Value("loss", 6), Value("loss", 2), "still lost in 1 instead of 5"),
        (Value("draw", None), Value("draw", None), "still a draw"),
        (Value("solvable", 4), Value("solvable", 6), "still solvable in 5 instead of 3"),
        (Value(1, None), Value(1, None), "still solvable"),
        (Value(1, None), Value(3, None), "from solvable to 3 left at best"),
        (Value(2, None), Value(2, None), "still 2 left at best"),
        (None, Value("draw", None), "now a draw"),
        (Value("draw", None), None, "outcome unknown"),
    ],
)
def test_the_words_for_a_change(before: Value | None, made: Value | None, words: str) -> None:
    assert str(change(kibitz.game("peg:triangle").rules, before, made)) == words


def test_no_kibitz_keeps_quiet(env: Mapping[str, str]) -> None:
    lines = said("noughts --against human --no-kibitz", "a1|a2|c2|quit|", env)
    assert [line for line in lines if re.match("[XO] [abc]", line)] == ["X a1", "O a2", "X c2"]


def test_puzzles_are_told_too(env: Mapping[str, str]) -> None:
    lines = said("lockout", "b3-l|solve|undo 1|P-r|quit|", env)
    assert "b3-l: from solvable in 4 to unsolvable" in lines
    assert "This cannot be solved any more. Type: undo 1" in lines
    assert "P-r: still solvable in 3" in lines
    lines = said("peg:triangle", "hint|quit|", env)
    assert re.fullmatch(r"\d+-\d+", lines[-2])


def test_moves_come_with_their_outcomes(env: Mapping[str, str]) -> None:
    """After X in a corner and O on an edge, five of X's seven moves win, as is known."""
    lines = said("noughts --against human --from XO.-...-...", "moves|quit|", env)
    outcomes = [line.partition(":")[0] for line in lines[3:-1]]
    assert outcomes == ["won in 5", "a draw"] or outcomes[0] == "won in 5"
    told = " ".join(line.partition(": ")[2] for line in lines[3:-1] if ":" in line)
    assert sorted(told.split()) == ["a3", "b1", "b2", "b3", "c1", "c2", "c3"]


def test_hint_is_one_move_and_solve_a_line(env: Mapping[str, str]) -> None:
    lines = said("noughts --against human --from XX.-OO.-...", "hint|solve|quit|", env)
    assert lines[-4:-1] == ["a3", "X to move: solve", "won in 1: a3"]


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("hnt", "“hnt” is no move and no command; did you mean hint?"),
        ("unod", "“unod” is no move and no command; did you mean undo?"),
        ("mvoes", "“mvoes” is no move and no command; did you mean moves?"),
        ("quti", "“quti” is no move and no command; did you mean quit?"),
        ("z9", "there is no “z9” on this board; its places run from a1 to c3"),
        ("a1-b2", "write the square to put a piece on, such as b2"),
        ("undo", "there is nothing to take back"),
        ("redo", "there is nothing to make again"),
        ("undo x", "“x” is no number of moves"),
        ("undo 99999999", "“99999999” is no number of moves"),
        ("save", "write the name of a file behind save"),
        ("\x1b[31m", "there is no “�[31m” on this board; its places run from a1 to c3"),
    ],
)
def test_an_unclear_word_is_answered_in_one_line(
    word: str, answer: str, env: Mapping[str, str]
) -> None:
    lines = said("noughts", f"{word}|quit|", env)
    assert lines[-2] == answer


def test_undo_and_redo_take_the_opponents_answer_along(env: Mapping[str, str]) -> None:
    words = "play noughts --seed 3 --side second"
    typed = "b1\nundo\nredo\nundo 2\nundo\nquit\n"
    out = run(words, typed, env=env).stdout.decode()
    boards = [part for part in out.split("\n\n") if part.startswith("    1 2 3")]
    plain = [board.replace("[", " ").replace("]", " ") for board in boards]
    assert "O" not in boards[1], "O has not moved after the first move of X"
    assert boards[3] == boards[1], "undo goes back to where O was to move"
    assert boards[4] == boards[2], "redo brings both moves back"
    assert plain[3].count("X") == 1
    assert "there is nothing to take back" in out


def test_help_names_every_command(env: Mapping[str, str]) -> None:
    lines = said("noughts", "help|quit|", env)
    words = "hint moves solve undo redo board new save help quit".split()  # noqa: SIM905
    assert [line.split()[0].rstrip(":") for line in lines[-11:-1]] == words


def test_new_begins_again_and_redo_brings_back(env: Mapping[str, str]) -> None:
    out = run("play peg:triangle", "3-12\nnew\nredo\nquit\n", env=env).stdout.decode()
    assert out.count("[●12]") == 2


def test_the_third_time_is_told(env: Mapping[str, str]) -> None:
    """One piece each on five squares: both walk to and fro."""
    game = "noughts:any,rows=1,columns=5,line=2,pieces=1"
    moves = "a1|a5|a1-a2|a5-a4|a2-a1|a4-a5|a1-a2|a5-a4|a2-a1|a4-a5|quit|"
    lines = said(f"{game} --against human", moves, env)
    assert "This position is on the board for the third time." in lines


# What cannot be known


def test_what_is_too_large_is_unknown_and_the_command_is_named(env: Mapping[str, str]) -> None:
    name = "noughts:rows=4,columns=5,line=5"
    lines = said(f"{name} --against human", "hint|c3|moves|quit|", env)
    text = " ".join(lines)
    assert "unknown" in lines
    assert "X c3: outcome unknown" in lines
    assert text.count(f"kibitz table {name}") == 1
    assert "unknown: a1 a2" in text


# Files


def test_a_saved_match_loads_in_another_language_and_process(
    tmp_path: Path, env: Mapping[str, str]
) -> None:
    file = tmp_path / "match.txt"
    first = run("play lgame --seed 1", f"hint\nsave {file}\nquit\n", env=env)
    assert first.returncode == 0
    started = run(
        ["play", "lgame", "--lang", "el", "--seed", "1"],
        f"a2a3a4b4\nαποθήκευση {file}\nέξοδος\n",
        env=env,
    )
    assert "Αποθηκεύτηκε" in started.stdout.decode()
    assert file.read_text().startswith("kibitz lgame\nplayers human perfect\nmoves a2a3a4b4 ")
    again = run(["play", "--load", str(file), "--lang", "sv"], "ångra\navsluta\n", env=env)
    assert again.returncode == 0
    out = again.stdout.decode()
    assert "L-spelet: lgame" in out
    match = match_from(file.read_text())
    assert match.ply == 2
    ours = [line for line in out.splitlines() if line.startswith(("a  ", "b  ", "c  ", "d  "))]
    assert ours[4:] == ["a   x A A ·", "b   · B A ·", "c   · B A ·", "d   · B B x"]


def test_the_text_of_a_link_loads_as_well(env: Mapping[str, str]) -> None:
    out = said("--load kibitz+noughts;moves+a1+b2;at+1", "redo|quit|", env)
    assert out[0] == "noughts and crosses: noughts"
    assert out[-1] == "X to move: quit"


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("play", "name a game to play"),
        ("play nougts", "did you mean noughts?"),
        ("play lockout --against perfect", "lockout is a puzzle, which is played alone"),
        ("play lockout --side second", "lockout is a puzzle, which is played alone"),
        ("play noughts --against god", "invalid choice: 'god'"),
        ("play noughts --from XX.-...-...", "as many X as O"),
        ("play --load nowhere.txt", "there is no input file nowhere.txt"),
        ("play --load kibitz+noughts;moves+a1+a1", "move 2, “a1”: a1 is taken"),
        ("play lgame --load kibitz+noughts", "this is a match of noughts"),
        ("play noughts --from ...-...-... --load x", "--from does not go with --load"),
        ("play noughts --lang xx", "there is no language “xx”"),
        ("play noughts --seed x", "invalid int value"),
    ],
)
def test_what_goes_wrong_at_the_start_is_one_sentence(
    words: str, about: str, env: Mapping[str, str]
) -> None:
    assert about in the_sentence(run(words, env=env))


def test_errors_at_the_start_speak_the_language(env: Mapping[str, str]) -> None:
    sentence = the_sentence(run("play nougts --lang fr", env=env))
    assert sentence == "il n’y a pas de jeu “nougts” ; vouliez-vous dire noughts ?"


@pytest.mark.parametrize(
    "damage", [b"", b"\xff\xfe\x00", b"kibitz noughts\nmoves b2 b2", b"PK\x03"]
)
def test_a_damaged_file_is_one_sentence(
    damage: bytes, tmp_path: Path, env: Mapping[str, str]
) -> None:
    (tmp_path / "file").write_bytes(damage)
    done = run(["play", "--load", str(tmp_path / "file")], env=env)
    assert "this is no match that can be gone on with: " in the_sentence(done)


def test_saving_over_something_else_is_refused(tmp_path: Path, env: Mapping[str, str]) -> None:
    (tmp_path / "letter").write_text("Dear Emma,\n")
    lines = said("noughts", f"save {tmp_path / 'letter'}|save {tmp_path}|quit|", env)
    assert (tmp_path / "letter").read_text() == "Dear Emma,\n"
    text = " ".join(lines)
    assert "holds something that is no match; choose another name" in text
    assert "cannot be written: Is a directory" in text


def test_a_full_disk_and_a_folder_without_write_access_lose_nothing(
    tmp_path: Path, env: Mapping[str, str]
) -> None:
    """On a disk that takes no more than the first bytes, the old file stays whole."""
    file = tmp_path / "match.txt"
    before = "kibitz noughts\nmoves b2\n"
    file.write_text(before)
    typed = f"a1\nsave {file}\nsave /nowhere/x\nsave {tmp_path / 'other'}\nhint\nquit\n"
    script = 'ulimit -f 0; trap "" XFSZ; exec "$@" | cat'
    done = run_in_shell(script, "play noughts --against human", typed, env=env)
    out = done.stdout.decode().replace("\n", " ")
    assert out.count("cannot be written: File too large") == 2
    assert "cannot be written: No such file or directory" in out
    assert file.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["match.txt"]
    assert out.rstrip().endswith("O to move: quit"), "the match goes on"


# Leaving


def test_the_end_of_input_names_the_way_to_go_on(env: Mapping[str, str]) -> None:
    lines = said("peg:triangle", "3-12|", env)
    assert lines[-2:] == [
        "The input has ended. To go on:",
        "kibitz play --load 'kibitz+peg:triangle;moves+3-12'",
    ]
    again = said("--load kibitz+peg:triangle;moves+3-12", "", env)
    assert again[-1] == "The input has ended."


def test_ctrl_c_and_ctrl_d_at_a_terminal(env: Mapping[str, str]) -> None:
    for key, sentence, status in (
        (CTRL_C, "Interrupted. To go on:", 130),
        (END_OF_INPUT, "The input has ended. To go on:", 0),
    ):
        terminal = spawn("play noughts --against human", env=env)
        terminal.wait_for("X to move: ")
        terminal.type("b2")
        terminal.wait_for("O to move: ")
        terminal.type(key)
        assert terminal.finish() == status
        assert sentence in terminal.screen
        assert "kibitz play --load 'kibitz+noughts;moves+b2'" in terminal.screen
        assert "Traceback" not in terminal.screen


def test_ctrl_c_while_it_thinks(env: Mapping[str, str]) -> None:
    """At the first sign of life of a large game, before its prompt."""
    terminal = spawn("play noughts:rows=5,columns=6,line=5 --side second", env=env)
    terminal.wait_for("or help.")
    os.kill(terminal.child.pid, signal.SIGINT)
    assert terminal.finish() == 130
    assert "Interrupted." in terminal.screen


# Terminals


def at_terminal(env: Mapping[str, str], **changes: str) -> str:
    terminal = spawn("play noughts --seed 1", env={**env, **changes})
    terminal.wait_for("X to move: ")
    terminal.type("b2")
    terminal.wait_for("X to move: ")
    terminal.type("quit")
    assert terminal.finish() == 0
    return terminal.screen


def test_colours_are_an_addition_on_a_terminal_only(env: Mapping[str, str]) -> None:
    coloured = at_terminal(env)
    assert "\x1b[36m" in coloured
    plain = CONTROL.sub("", coloured)
    assert "[O]" in plain
    for changes in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
        screen = at_terminal(env, **changes)
        assert "\x1b[3" not in screen
        assert CONTROL.sub("", screen) == plain
    assert "\x1b" not in at_terminal(env, TERM="dumb")


def test_a_locale_without_utf_8_gets_ascii(env: Mapping[str, str]) -> None:
    done = run("play peg:english", "B4D\nhnt\nquit\n", env={**env, "LC_ALL": "C"})
    assert done.stdout.isascii()
    assert b'"hnt" is no move' in done.stdout
    assert b"c   o o o . o o o" in done.stdout


def test_a_locale_of_another_character_set_gets_that(env: Mapping[str, str]) -> None:
    typed = "b2\nβοήθεια\nέξοδος\n".encode("iso8859-7")
    done = run("play noughts --seed 1", typed, env={**env, "LC_ALL": "el_GR.ISO-8859-7"})
    out = done.stdout.decode("iso8859-7")
    assert "τρίλιζα: noughts" in out
    assert "υπόδειξη: μία καλή κίνηση" in out
    assert "b   . X ." in out


@pytest.mark.parametrize("lang", ["el", "et", "fr", "ro", "sv"])
def test_each_language_at_forty_columns(lang: str, env: Mapping[str, str]) -> None:
    terminal = spawn(["play", "lockout", "--lang", lang], env=env, columns=NARROW)
    prompt = Language(lang).say("your move: ").rstrip()
    for line, after in (("help", prompt), ("solve", prompt), ("quit", "")):
        terminal.wait_for(after or Language(lang).say("undo, new, save or quit: ").split()[-1])
        terminal.type(line)
    assert terminal.finish() == 0
    assert widest(terminal.screen) <= NARROW
