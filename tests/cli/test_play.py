"""`kibitz play`: every game to its end, through a pipe and at a terminal, against everyone."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.language.errors import Sentence
from kibitz.oracle.oracle import Oracle
from kibitz.play.match_history import MatchState
from kibitz.play.match_record import text_of
from kibitz.play.opponents import OPPONENTS, Opponent
from kibitz.play.wording import change
from kibitz.rules.objectives.outcomes import Bound, Draw, Leaves, Loss, Solvable, Unknown, Win
from kibitz.solve.store.table_store import TableStore
from tests.support.console import run, spawn
from tests.support.every_game import TOO_LARGE
from tests.support.playing import NARROW, said, widest

UNKNOWN = Unknown(Sentence("not examined"))

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kibitz.rules.objectives.outcomes import Outcome

FOR_TWO = ["noughts", "noughts:any", "noughts:oldest", "lgame"]
PUZZLES = ["lockout", "peg:triangle", "peg:english"]
SEED = 7
LONGEST = 60  # plies, of a match that a bad player loses


@cache
def known(name: str) -> Oracle:
    return Oracle(kibitz.game(name), TableStore("/nonexistent/kibitz"))


@cache
def played(name: str, against: str) -> MatchState:
    """Return a match to its end: a person makes the best moves against the weak, else the worst."""
    oracle = known(name)
    match = MatchState(oracle.game, players=("human", against))
    opponent = Opponent(against, oracle, SEED) if against in OPPONENTS else None
    while not match.over:
        assert match.ply < LONGEST
        if opponent and match.player != "human":
            match.play(opponent.choose(match.position))
        else:
            moves = oracle.moves(match.position)
            best = match.mover == 1 or against in ("easy", "random")
            match.play(moves[0 if best else -1].move)
    return match


def typed_in(match: MatchState) -> list[str]:
    """Return the moves that people type."""
    plies = range(len(match.moves))
    people = [ply for ply in plies if match.players[match.mover_at(ply)] == "human"]
    return [match.move_text(ply) for ply in people]


def result_of(match: MatchState) -> str:
    if match.winner is None:
        return "The game is over: a draw."
    if match.players != ("human", "human"):
        person = match.players.index("human")
        return f"The game is over. You {'won' if match.winner == person else 'lost'}."
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
        terminal.wait_for(" to move: " if against == "human" else "Your move: ")
        terminal.type(line)
    terminal.wait_for(result_of(match))
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
    oracle = known(name)
    line = oracle.line(oracle.rules.start)
    assert line is not None
    match = MatchState(oracle.game)
    for move in line:
        match.play(move)
    typed = "".join(f"{match.move_text(ply)}\n" for ply in range(len(line)))
    done = run(["play", name], typed + f"save {tmp_path / 'piped'}\n", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"Solved. Moves made: {len(line)}." in done.stdout.decode()
    assert (tmp_path / "piped").read_text() == text_of(match)

    terminal = spawn(["play", name], env=env, columns=NARROW)
    terminal.wait_for("Your move: ")
    terminal.type("solve")
    terminal.wait_for("Solved. Moves made: ")
    terminal.wait_for("quit:")
    terminal.type("quit")
    assert terminal.finish() == 0
    assert widest(terminal.screen) <= NARROW


# What is said


def test_a_move_is_told_by_what_it_did_to_the_outcome(env: Mapping[str, str]) -> None:
    """Known: a corner draws; answering it on an edge loses, and then X can throw it away again."""
    lines = said("noughts --against human", "a1|a2|c2|quit|", env)
    assert [line for line in lines if re.match("[XO] [abc]", line)] == [
        "X a1: still a draw",
        "O a2: that threw away the draw; now loses in 5 moves",
        "X c2: that threw away the win; now a draw",
    ]


@pytest.mark.parametrize(
    ("before", "made", "words"),
    [
        (Win(5), Win(5), "still wins in 4 moves"),
        (Win(5), Win(9), "still wins in 8 moves instead of 4"),
        (Win(7), Loss(5), "that threw away the win; now loses in 4 moves"),
        (Loss(6), Loss(2), "still loses in 1 move instead of 5"),
        (Draw(), Draw(), "still a draw"),
        (Solvable(4), Solvable(6), "still solvable in 5 moves instead of 3"),
        (Solvable(score=1), Solvable(score=1), "still solvable"),
        (Solvable(score=1), Leaves(3), "that threw away the solution; now a score of 3 at best"),
        (Solvable(score=1), Bound(best=Leaves(2)), "that threw away the solution; now unsolvable"),
        (Bound(best=Leaves(2)), Bound(best=Leaves(2)), "still unsolvable"),
        (Leaves(2), Leaves(2), "still a score of 2 at best"),
        (UNKNOWN, Draw(), "now a draw"),
        (Draw(), UNKNOWN, "outcome unknown"),
    ],
)
def test_the_words_for_a_change(before: Outcome, made: Outcome, words: str) -> None:
    assert str(change(before, made)) == words


def test_no_kibitz_keeps_quiet(env: Mapping[str, str]) -> None:
    lines = said("noughts --against human --no-kibitz", "a1|a2|c2|quit|", env)
    assert [line for line in lines if re.match("[XO] [abc]", line)] == ["X a1", "O a2", "X c2"]


def test_puzzles_are_told_too(env: Mapping[str, str]) -> None:
    lines = said("lockout", "b3-l|solve|undo 1|P-r|quit|", env)
    assert "b3-l: that threw away the solution; now unsolvable" in lines
    assert "This cannot be solved any more. Type: undo 1" in lines
    assert "P-r: still solvable in 3 moves" in lines
    lines = said("peg:triangle", "hint|quit|", env)
    assert re.fullmatch(r"\d+-\d+", lines[-2])


def test_moves_come_with_their_outcomes(env: Mapping[str, str]) -> None:
    """After X in a corner and O on an edge, five of X's seven moves win, as is known."""
    lines = said("noughts --against human --from XO.-...-...", "moves|quit|", env)
    outcomes = [line.partition(":")[0] for line in lines[3:-1]]
    assert outcomes == ["wins in 5 moves", "a draw"] or outcomes[0] == "wins in 5 moves"
    reported = " ".join(line.partition(": ")[2] for line in lines[3:-1] if ":" in line)
    assert sorted(reported.split()) == ["a3", "b1", "b2", "b3", "c1", "c2", "c3"]


def test_hint_is_one_move_and_solve_a_line(env: Mapping[str, str]) -> None:
    lines = said("noughts --against human --from XX.-OO.-...", "hint|solve|quit|", env)
    assert lines[-4:-1] == ["a3", "X to move: solve", "wins in 1 move: a3"]


def test_a_line_is_printed_as_far_as_it_is_known(env: Mapping[str, str]) -> None:
    """Connect Four: the first player wins in 41 plies, by the centre; the book ends before."""
    line, plies = said("four:rows=6,columns=7 --against human", "solve|quit|", env)[-3:-1]
    assert plies == "The moves of both players are counted (plies)."
    assert line.startswith("wins in 41 moves: f4 ")
    assert line.endswith(" …")


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("unod", "“unod” is neither a move nor a command; did you mean undo?"),
        ("mvoes", "“mvoes” is neither a move nor a command; did you mean moves?"),
        ("quti", "“quti” is neither a move nor a command; did you mean quit?"),
        ("z9", "there is no “z9” on this board; its places run from a1 to c3"),
        ("a1-b2", "write the square to put a piece on, such as b2"),
        ("undo", "there is nothing to undo"),
        ("redo", "there is nothing to redo"),
        ("undo x", "not a number of moves: “x”"),
        ("undo 99999999", "not a number of moves: “99999999”"),
        ("save", "write the name of a file after save"),
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
    assert boards[5] == boards[1], "undo 2 takes back the one move that there is"
    assert plain[3].count("X") == 1
    assert "there is nothing to undo" in out


def test_the_example_of_a_move_is_one_that_the_person_can_make(env: Mapping[str, str]) -> None:
    for side in ("first", "second"):
        begun = run(f"play noughts --seed 3 --side {side}", "quit\n", env=env).stdout.decode()
        (example,) = re.findall(r"^Type a move, such as (\w+), or help\.$", begun, re.MULTILINE)
        played = run(f"play noughts --seed 3 --side {side}", f"{example}\nquit\n", env=env)
        assert "error" not in played.stderr.decode()
        assert "not empty" not in played.stdout.decode()


def test_help_names_every_command(env: Mapping[str, str]) -> None:
    lines = said("noughts", "help|quit|", env)
    words = "hint moves solve undo redo board rules new save help quit".split()  # noqa: SIM905
    assert {line.split()[0].rstrip(":") for line in lines[-12:-1]} == {*words}


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


def test_an_opponent_is_strong_where_nothing_is_proved_and_a_hint_is_a_move(
    env: Mapping[str, str],
) -> None:
    """Nothing is compiled in this process, so Connect Four is not decided in time."""
    name = "four:rows=6,columns=8"  # which has no book
    lines = said(f"{name} --seed 1 --against perfect", "hint|f4|quit|", env)
    text = " ".join(lines)
    assert "You are X, against strong." in lines
    moves = "|".join(map(re.escape, kibitz.game(name).start.moves))
    assert re.search(rf"Best move found so far: ({moves})( \(|\. Nothing is proved)", text)
    assert re.search(r"\bO \w+: ", text)  # it has replied


def test_what_is_too_large_has_a_bound_and_the_command_is_named(env: Mapping[str, str]) -> None:
    lines = said(f"{TOO_LARGE} --against human", "hint|c3|moves|quit|", env)
    text = " ".join(lines)
    assert re.search(r"not decided within \d+ moves", text)
    assert re.search(r"X c3: still not decided within \d+ moves", text)
    assert text.count(f"kibitz solve {TOO_LARGE} ") == 1
