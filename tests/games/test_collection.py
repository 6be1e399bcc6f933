"""The games that ship as files: known by name everywhere, listed by kind, run only when asked."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.cli import main
from kibitz.cli.commands.new_command import examples_like
from kibitz.games import registry
from kibitz.games.game_facts import facts, history
from kibitz.games.kinds import KINDS, all_games
from kibitz.games.reference import rows
from kibitz.games.registry import game_by_stranger
from kibitz.language.languages import Language
from kibitz.oracle.named_tables import table_of
from kibitz.rules.game_text import GameText
from kibitz.solve.store.table_store import TableStore
from tests.support.console import run
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path

LARGE = {"fifteen", "gobblet_gobblers"}  # searched, or solved on a GPU
pytestmark = pytest.mark.usefixtures("tables_apart")
FILES = sorted(file for file in EXAMPLES.glob("*.py") if "\ndef game(" in file.read_text())


def test_every_game_that_ships_is_known_by_its_name_and_listed_under_a_kind() -> None:
    listed = {one.name: one for one in all_games()}
    assert {file.stem for file in FILES} | set(registry.BUILT_IN) == set(listed)
    assert {one.name for one in listed.values() if one.kind not in KINDS} == set()
    for family in kibitz.families():  # what was read from the texts is what the files say
        one = listed[family.name]
        assert (one.summary, one.kind) == (family.summary, family.kind)
        assert one.aliases == family.aliases
        assert family.aliases, "other names, by which searches find it"
        assert family.game("").name.family == one.name


def test_a_name_takes_parameters_as_a_file_does() -> None:
    game = kibitz.game("Fox-and-Hounds:side=6")
    assert game.name == "fox_and_hounds:side=6"
    assert game_by_stranger(game.name).name == game.name  # it ships: a link may name it
    with pytest.raises(kibitz.UnknownGame, match="nim: heaps are up to 15 digits"):
        kibitz.game("nim:heaps=x")
    with pytest.raises(kibitz.UnknownGame, match="did you mean hexapawn"):
        kibitz.game("hexapwn")
    with pytest.raises(kibitz.UnknownGame):
        kibitz.game("train_tabular")  # an example, and not of a game


# What people call a game, in six languages, and what it is here.
OTHER_NAMES = {
    "reversi": "othello", "Ρεβέρσι": "othello",
    "mancala": "kalah", "μανκάλα": "kalah", "kalaha": "kalah",
    "mill": "mens_morris", "moulin": "mens_morris", "kvarn": "mens_morris",
    "veskimäng": "mens_morris",
    "tintar": "mens_morris", "τριόδι": "mens_morris",
    "tic tac toe": "noughts", "morpion": "noughts", "τρίλιζα": "noughts", "luffarschack": "noughts",
    "trips-traps-trull": "noughts", "X si 0": "noughts",
    "tower of Hanoi": "hanoi", "hanoi towers": "hanoi", "tours de Hanoi": "hanoi",
    "Hanois torn": "hanoi",
    "connect 4": "four", "puissance 4": "four", "fyra i rad": "four", "σκορ 4": "four",
    "draughts": "fox_and_hounds", "dames": "fox_and_hounds", "ντάμα": "fox_and_hounds",
    "taquin": "fifteen", "rubik": "pocket_cube", "solitär": "peg",
}  # fmt: skip


@pytest.mark.parametrize("words", OTHER_NAMES)
def test_a_game_is_found_by_its_other_names(words: str) -> None:
    english = Language("en")
    found = {one.name for one in all_games() if one.has(words.split(), english)}
    assert OTHER_NAMES[words] in found
    assert len(found) <= 8


def test_other_names_are_suggested() -> None:
    for words, name in (("reversi", "othello"), ("Tic Tac Toe", "noughts"), ("kalaha", "kalah")):
        with pytest.raises(kibitz.UnknownGame, match=f"did you mean {name}"):
            kibitz.game(words)
    assert [examples_like(one)[0][0] for one in ("Reversi", "kvarn")] == ["othello", "mens_morris"]


def test_a_copy_of_a_game_shares_its_table(tmp_path: Path) -> None:
    store, copy = TableStore(str(tmp_path)), tmp_path / "nim.py"
    made = table_of(kibitz.game("nim:heaps=12"), store=store)
    store.keep("nim:heaps=12", made)
    copy.write_text((EXAMPLES / "nim.py").read_text())
    same = kibitz.game(f"{copy}:heaps=12")
    assert store.find(same.name, same.rules) is not None
    copy.write_text(copy.read_text().replace("taken in range(1,", "taken in range(2,"))
    other = kibitz.game(f"{copy}:heaps=12")
    assert store.find(other.name, other.rules) is None


def test_no_game_is_run_before_it_is_asked_for() -> None:
    code = (
        "import sys; from kibitz.cli import main; main(['games']); main(['solve', 'noughts']); "
        "assert 'kibitz.games.gamefile' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_search_finds_games_by_any_of_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "river", "wolf"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == ["farmer"]
    assert main(["games", "--lang", "fr", "riviere"]) == 0  # without its accent
    assert "farmer" in capsys.readouterr().out
    assert b"did you mean hexapawn" in run("games hexapwn").stderr


def test_the_longest_way_is_counted_in_what_the_game_counts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, expected in (("bridge", "Greatest cost"), ("hanoi", "Most moves needed")):
        assert main(["games", name]) == 0
        assert f"{expected} from any position" in capsys.readouterr().out


def test_exact_values_are_in_the_language_of_the_reader() -> None:
    greek = Language("el")
    first, *others = facts(kibitz.game("kalah"), greek)
    assert first.title == "Καλάχ"
    assert all(one.title.startswith("Καλάχ · ") for one in others)
    assert dict(first.lines)["Αξία της αρχικής θέσης"] == "νίκη με 2"
    assert dict(first.lines)["Πηγή"] == "υπολογίστηκε εδώ με δύο τρόπους"
    assert history(kibitz.game("konane"), greek).startswith("Το παιχνίδι είναι παλιό στη Χαβάη.")
    for row in rows():
        value = str(greek.tell(row.value))
        assert not re.search("[A-Za-z]", value), row.name


def test_all_about_a_game_is_told_with_sources(capsys: pytest.CaptureFixture[str]) -> None:
    speaks = Language("en")
    for one in all_games():
        game = kibitz.game(one.name)
        about = game.about()
        assert re.search(r"\d{3}|https?:|computed here", about.history), one.name
        assert not any(re.search(r"\bbits?\b|\|", str(rule)) for rule in about.rules), one.name
        assert facts(game, speaks) or one.name in LARGE
        for fact in facts(game, speaks):
            if fact.row.hardest is not None:
                kibitz.game(fact.row.name).parse(fact.row.hardest)
    assert main(["games", "hexapawn"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for words in ("B B B", "The first pawn on the far side wins", "Martin Gardner's"):
        assert words in said
    assert "Value of the start: loses in 6 moves Positions: 135 (71 up to symmetry)" in said
    assert main(["games", "hexapawn", "--json"]) == 0
    (small, large) = json.loads(capsys.readouterr().out)["known"]
    assert (small["game"], large["game"]) == ("hexapawn", "hexapawn:rows=4,columns=4")


def test_no_sentence_of_the_rules_is_cut() -> None:
    reported = [
        "Rope: pull the other over the line.",
        "Each turn you may move a bit closer. A move is one step towards the rope. The player who "
        "reaches it wins.",
        "A position is reached when both have moved. Then the other may answer.",
    ]
    wrapped = [part.replace(". ", ".\n    ") for part in reported]
    docstring = "\n\n    ".join([*wrapped, "    | rope | step |", "Known: it is won in 1901."])
    assert GameText(docstring).rules == reported  # all but what is indented, and the history
    assert GameText(docstring).history == "It is won in 1901."
    assert GameText("Take: it.\n\nYou win in 1901.").history == ""


def test_the_parts_of_a_docstring_have_labels() -> None:
    own = GameText("""Rope: pull.

    Aim: Reach the
    rope.

    To move: Click the rope.

    Each turn is a step.

    To choose:
        steps: how many there are
        length: of the rope

    Known: by all.
    """)
    assert (own.aim, own.moving, own.history) == ("Reach the rope.", "Click the rope.", "By all.")
    assert own.rules == ["Each turn is a step."]  # the aim stands for the summary
    assert own.parameters == {"steps": "how many there are", "length": "of the rope"}
