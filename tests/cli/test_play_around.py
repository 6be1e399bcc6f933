"""`kibitz play`: saved matches, ways of leaving, and terminals of every kind."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from kibitz.language.languages import Language
from kibitz.play.match_record import match_from
from tests.support.console import CTRL_C, END_OF_INPUT, run, run_in_shell, spawn, the_sentence
from tests.support.playing import CONTROL, NARROW, said, widest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


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
    assert file.read_text().startswith("kibitz lgame\nplayers human easy\nmoves a2a3a4b4 ")
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
        ("play --load kibitz+noughts;moves+a1+a1", "move 2, “a1”: a1 is occupied"),
        ("play lgame --load kibitz+noughts", "this is a match of noughts"),
        ("play noughts --from ...-...-... --load x", "a position cannot be given with --load"),
        ("play noughts --lang xx", "there is no language “xx”"),
        ("play noughts --seed x", "invalid int value"),
    ],
)
def test_what_goes_wrong_at_the_start_is_one_sentence(
    words: str, about: str, env: Mapping[str, str]
) -> None:
    assert about in the_sentence(run(words, env=env))


def test_without_a_game_a_terminal_offers_them(env: Mapping[str, str]) -> None:
    at = "A number, a name, or words to search for: "
    terminal = spawn("play --seed 1", env=env)
    for typed, expected in [
        ("0", "the numbers go from 1 to 10"),
        ("1", "noughts"),  # games in a row
        ("nougts", "did you mean noughts?"),
        ("cabbage raft", "there is no game “cabbage raft”"),
        ("tic tac", "noughts"),  # several games are called that
        ("tic-tac-toe", "noughts"),
        ("", "in a row"),
        ("noughts:oldest", ": noughts:oldest"),
    ]:
        terminal.wait_for(at)
        terminal.type(typed)
        terminal.wait_for(expected)
    terminal.wait_for("Your move: ")
    terminal.type("quit")
    assert terminal.finish() == 0


@pytest.mark.parametrize(
    ("typed", "status"), [(END_OF_INPUT, 0), (CTRL_C, 130), ("quit", 0), ("avsluta", 0)]
)
def test_a_person_may_leave_the_list_of_games(
    typed: str, status: int, env: Mapping[str, str]
) -> None:
    terminal = spawn("play --lang sv", env=env)
    terminal.wait_for(": peg, four, lgame, lockout och noughts.")
    terminal.wait_for(": ")
    terminal.type(typed)
    assert terminal.finish() == status


def test_the_only_game_found_is_played_as_lists_offer_it(env: Mapping[str, str]) -> None:
    terminal = spawn("play", env=env)
    terminal.wait_for("search for: ")
    terminal.type("wolf goat")
    terminal.wait_for(": farmer")
    terminal.type("quit")
    assert terminal.finish() == 0
    assert b": four:rows=6,columns=7\n" in run("play four", "quit\n", env=env).stdout
    assert "Förråd för A: 0" in run("play kalah --lang sv", "quit\n", env=env).stdout.decode()


def test_errors_at_the_start_speak_the_language(env: Mapping[str, str]) -> None:
    sentence = the_sentence(run("play nougts --lang fr", env=env))
    assert (
        sentence
        == "il n’y a pas de jeu «\u202fnougts\u202f»\u202f; vouliez-vous dire noughts\u202f?"
    )


@pytest.mark.parametrize(
    "damage", [b"", b"\xff\xfe\x00", b"kibitz noughts\nmoves b2 b2", b"PK\x03"]
)
def test_a_damaged_file_is_one_sentence(
    damage: bytes, tmp_path: Path, env: Mapping[str, str]
) -> None:
    (tmp_path / "file").write_bytes(damage)
    done = run(["play", "--load", str(tmp_path / "file")], env=env)
    assert "this saved match cannot be continued: " in the_sentence(done)


def test_saving_over_something_else_is_refused(tmp_path: Path, env: Mapping[str, str]) -> None:
    (tmp_path / "letter").write_text("Dear Emma,\n")
    lines = said("noughts", f"save {tmp_path / 'letter'}|save {tmp_path}|quit|", env)
    assert (tmp_path / "letter").read_text() == "Dear Emma,\n"
    text = " ".join(lines)
    assert "contains something other than a match; choose another name" in text
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
        "End of input. To go on:",
        "kibitz play --load 'kibitz+peg:triangle;moves+3-12'",
    ]
    again = said("--load kibitz+peg:triangle;moves+3-12", "", env)
    assert again[-1] == "End of input."


def test_ctrl_c_and_ctrl_d_at_a_terminal(env: Mapping[str, str]) -> None:
    for key, sentence, status in (
        (CTRL_C, "Interrupted. To go on:", 130),
        (END_OF_INPUT, "End of input. To go on:", 0),
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


def test_ctrl_c_ends_a_hint_and_not_the_match(env: Mapping[str, str]) -> None:
    terminal = spawn("play noughts:rows=5,columns=6,line=5 --against human", env=env)
    terminal.wait_for("X to move: ")
    terminal.type("hint")
    terminal.wait_for("not decided within")
    terminal.type(CTRL_C)
    terminal.wait_for("Interrupted.")
    terminal.type("quit")
    assert terminal.finish() == 0


# Terminals


def at_terminal(env: Mapping[str, str], **changes: str) -> str:
    terminal = spawn("play noughts --seed 1", env={**env, **changes})
    terminal.wait_for("Your move: ")
    terminal.type("b2")
    terminal.wait_for("Your move: ")
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
    assert b'"hnt" is neither a move' in done.stdout
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
    prompt = Language(lang).say("Your move: ").rstrip()
    for line, after in (("help", prompt), ("solve", prompt), ("quit", "")):
        terminal.wait_for(after or Language(lang).say("undo, new, save or quit: ").split()[-1])
        terminal.type(line)
    assert terminal.finish() == 0
    assert widest(terminal.screen) <= NARROW
