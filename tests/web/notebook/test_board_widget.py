"""The widget for notebooks, without a notebook: what it is asked for, and its traits then."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import traitlets

import kibitz
from kibitz.language.languages import Language
from kibitz.web.notebook.page_bundle import (
    ENTRY,
    UnknownForm,
    bundle,
    in_shadow,
    widget_module,
)
from kibitz.web.page_words import catalogue
from tests.web.modules.test_web_modules import node

HOME = Path(__file__).parents[3]


def board_of(shown: kibitz.Position | kibitz.Match, *, values: bool = True) -> Any:
    """Return the board of a position or a match, with all that a widget has."""
    return shown.board(values=values)


def asks(board: Any, **what: object) -> None:
    """Ask for something as the notebook does: by a trait, about the match that it shows."""
    asked = {"match": board._view["match"], "id": f"{board._asked.get('id', '')}+", **what}
    board.set_state({"_asked": asked})


def test_code_is_compiled_in_the_background_and_the_board_then_says_more() -> None:
    """12 stones fit on 6 × 6 squares, two in each row; in a moment, only compiled code proves it.

    Nothing waits for the compiler: the event loop of the kernel shows what is known at first.
    """

    async def kernel() -> list[Any]:
        board = board_of(kibitz.game("no_three_in_line:side=6").start)
        shown, more = [board.outcome["outcome"]], asyncio.Event()
        board.observe(lambda change: more.set(), ["outcome"])
        await more.wait()
        return [*shown, board.outcome["outcome"]]

    assert asyncio.run(kernel()) == [None, 12]


def test_a_click_moves_in_the_match_and_changes_every_trait() -> None:
    start = kibitz.game("noughts").start
    board = board_of(start)
    assert (board.position, board.moves, board.link) == (start.text, [], "kibitz+noughts")
    assert board.outcome is not None
    assert board.outcome["outcome"] == "draw"
    changed = []
    board.observe(lambda change: changed.append(change["name"]), ["position", "moves", "link"])
    asks(board, play="b2")
    assert changed == ["position", "moves", "link"]
    assert board.moves == ["b2"]
    assert board.match.moves == ["b2"]
    assert board.position == start.play("b2").text
    assert board.link == board.match.link
    asks(board, play="a2")
    assert board.outcome["outcome"] == "win"
    assert board.outcome["distance"] == 5
    assert start.text == "...-...-..."  # a position never changes


def test_undo_redo_and_the_way_back() -> None:
    board = board_of(kibitz.game("noughts").start.play("b2"))
    asks(board, play="a2")
    asks(board, play="a1")
    asks(board, turns=-1)
    assert board.moves == ["a2"]
    assert board._view["history"] == ["a2", "a1"]
    asks(board, turns=1)
    assert board.moves == ["a2", "a1"]
    asks(board, ply=0)
    assert board.moves == []
    asks(board, turns=-1)
    assert board._view["error"] == "there is nothing to undo"


def test_an_opponent_replies_after_the_move_is_shown() -> None:
    board = board_of(kibitz.Match("noughts", players=("human", "perfect"), seed=1))
    plies = []
    board.observe(lambda change: plies.append(change["new"]["ply"]), "_view")
    asks(board, play="a1")
    assert board.moves == ["a1", "b2"]
    assert plies == [1, 2]
    assert board._opinion["match"] == board.link == board._view["match"]
    asks(board, turns=-1)
    assert board.moves == []  # back to the person's own turn


def test_a_move_that_cannot_be_made_is_an_error_in_one_sentence() -> None:
    board = board_of(kibitz.game("noughts").start)
    asks(board, play="b2")
    asks(board, play="b2")
    assert board._view["error"] == "b2 is occupied (character 1 of “b2”)"
    assert board.moves == ["b2"]
    asks(board, play="a1")
    assert board._view["error"] == ""
    assert board.moves == ["b2", "a1"]


def test_moves_from_another_cell_are_shown_and_a_click_on_an_older_board_does_nothing() -> None:
    match = kibitz.Match("noughts")
    board, other = board_of(match), board_of(match)
    older = board._view["match"]
    match.play("b2")
    assert board.moves == other.moves == ["b2"] == [*board._view["history"]]
    board.set_state({"_asked": {"match": older, "play": "a1", "id": "late"}})
    assert match.moves == ["b2"]
    assert board._view["answers"] == "late"
    match.undo()
    assert board.moves == other.moves == []
    assert board.outcome == other.outcome


def test_without_values_nothing_is_worked_out() -> None:
    game = kibitz.game("noughts")
    board = board_of(game.start, values=False)
    asks(board, play="b2")
    assert board.outcome is None
    assert board._opinion == {}
    assert not board._values
    assert board.moves == ["b2"]


def test_traits_are_results() -> None:
    board = board_of(kibitz.game("noughts").start)
    with pytest.raises(traitlets.TraitError):
        board.moves = ["b2"]


@pytest.mark.parametrize("name", ["lgame", "peg:triangle", "four", "lockout", "hexapawn"])
def test_every_move_of_a_game_can_be_asked_for(name: str) -> None:
    """What is shown has the steps of each move; the text of a move is what is asked for."""
    board = board_of(kibitz.game(name).start, values=False)
    shown = board._view["moves"]
    assert [move["move"] for move in shown] == kibitz.game(name).start.moves
    assert all(move["steps"] for move in shown)
    asks(board, play=shown[-1]["move"])
    assert board.moves == [shown[-1]["move"]]
    json.dumps(board.get_state(), default=str)


def test_a_game_of_ones_own_is_asked_of_its_own_oracle(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text((HOME / "examples" / "hexapawn.py").read_text())
    game = kibitz.game(file)
    game.oracle = kibitz.Oracle(game, effort=kibitz.Effort(positions=0))
    board = board_of(game.start)
    asks(board, play=str(game.start.moves[0]))
    assert len(board.moves) == 1
    assert board.outcome["words"] == str(board.match.outcome.words)


def test_the_language_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LANG", "sv")
    board = board_of(kibitz.game("noughts").start)
    assert board._words == {"code": "sv", "words": catalogue("sv")}
    assert board._words["words"]["Undo"] == "Ångra"
    assert board.outcome["words"] == Language("sv").tell(kibitz.Draw().words)


def test_without_the_extra_one_sentence_says_so() -> None:
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import kibitz\n"
        "try: kibitz.game('noughts').start.board()\n"
        "except kibitz.KibitzError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "a board in a notebook needs the package anywidget, which is not installed: "
        "pip install 'anywidget>=0.9.18'\n"
    )


# The module


def test_modules_are_run_once_after_what_they_import() -> None:
    """Node.js runs a bundle of modules that have names in common, and imports under other names."""
    program = node()
    if program is None:
        pytest.skip("there is no Node.js")
    modules = {
        "a/top.js": 'import { one } from "../b/low.js";\n'
        'import { one as two,\n  next } from "./mid.js";\n'
        "const hidden = 1;\nexport const all = () => [one, two, next(), hidden];\n",
        "a/mid.js": 'import { one as low } from "../b/low.js";\nconst hidden = 2;\n'
        "export const one = low + hidden;\nlet count = 0;\n"
        "export function next() { return ++count; }\n",
        "b/low.js": "export const one = 10;\nexport class Unused {}\n",
    }
    code = f"const start = () => {{ {bundle(modules, 'a/top.js')} }};\n"
    code += "console.log(JSON.stringify([start().all(), start().all()]));"
    done = subprocess.run([program, "-e", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[10, 12, 1, 1], [10, 12, 1, 1]]


@pytest.mark.parametrize(
    ("modules", "said"),
    [
        ({"a.js": 'import { b } from "./a.js";\n'}, "each other"),
        ({"a.js": 'import * as b from "./b.js";\n'}, "cannot be bundled"),
        ({"a.js": "export default 1;\n"}, "cannot be bundled"),
        ({"a.js": "export let a = 1;\n"}, "cannot be bundled"),
    ],
)  # fmt: skip
def test_what_cannot_be_bundled_is_refused(modules: dict[str, str], said: str) -> None:
    with pytest.raises(UnknownForm, match=said):
        bundle(modules, "a.js")


def test_the_board_in_a_notebook_asks_nothing_of_a_server() -> None:
    module = widget_module()
    paths = re.findall(r'^modules\["([^"]+)"\] =', module, re.MULTILINE)
    assert {"board/pointing.js", "board/board_view.js", "board/large_piece.js", ENTRY} <= {*paths}
    assert not [path for path in paths if path.startswith(("transport/", "pages/", "dialogs/"))]
    assert len(module) < 250_000


def test_styles_are_those_of_a_shadow_root() -> None:
    styles = ':root[data-theme="dark"] .a {}\n:root {}\n:root:not([data-theme=light]) .b {}\n'
    assert in_shadow(styles) == (
        ':host([data-theme="dark"]) .a {}\n:host {}\n:host(:not([data-theme=light])) .b {}\n'
    )
    assert ":root" not in widget_module()
    assert "@font-face" not in widget_module()
