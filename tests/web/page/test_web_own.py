"""`kibitz web ./mygame.py`: a game in a file, in the browser and over the interface."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from kibitz.drawing.pointing import steps_of
from kibitz.games.collection import Collection
from kibitz.games.registry import BUILT_IN
from kibitz.play.match_history import MatchState
from kibitz.rules.simple_game import BrokenGame
from tests.docs.test_docs import blocks
from tests.support.browser import BY_MOUSE, MOUSE, TOUCH, Hand, pages
from tests.support.console import command, environment, run, the_sentence
from tests.support.own_games import COUNTING, EXAMPLES, HOME, SOUND, changed, line_of
from tests.support.scope import EVERYTHING
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

WAIT = 60

OWN = ("marks", "counting", "cram", "buttons", "built", "failing")

# The sound game, with a button for its last cell.
BUTTONS = changed(
    ('signs="o."', 'signs="o.", points=lambda position, move: [move] if move < 4 else []')
)
PLAYED = "    return position | 1 << move"
FAILING = changed((PLAYED, "    return (1, 2, 4, 8, 16)[position + move]"))


def cram() -> str:
    """Return the game that the tutorial begins with."""
    found = blocks(HOME / "docs" / "adding-a-game.md")
    return next(text for _, text, _ in found if text.startswith("# cram.py"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    (folder / "marks.py").write_text(SOUND)
    (folder / "secret.py").write_text(SOUND)
    (folder / "counting.py").write_text(COUNTING)
    (folder / "cram.py").write_text(cram())
    (folder / "buttons.py").write_text(BUTTONS)
    (folder / "built.py").write_text(SOUND)
    (folder / "failing.py").write_text(FAILING)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    games = [file for file in EXAMPLES.glob("*.py") if "def game(" in file.read_text()]
    files = [file for file in games if file.stem not in OWN]
    files += [folder / f"{name}.py" for name in OWN]
    with serving(tmp_path_factory.mktemp("tables"), *map(str, files)) as address:
        yield address


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=WAIT) as client:
        yield client


# The person who starts the server names files; requests name games.


@pytest.mark.parametrize(
    "name", ["secret.py", "./marks.py", "{folder}/secret.py", "{folder}/marks.py", "../marks.py"]
)
def test_no_request_can_name_a_file(client: httpx.Client, folder: Path, name: str) -> None:
    name = name.format(folder=folder)
    asked = [
        client.get(f"/api/games/{name.replace('/', '%2F')}"),
        client.post("/api/new", json={"game": name}),
        client.post("/api/match", json={"match": f"kibitz {name}"}),
        client.post("/api/opinion", json={"match": f"kibitz {name}"}),
        client.post("/api/check", json={"game": name, "cells": ["."] * 5}),
        client.post("/api/new", json={"game": f"peg:{name}"}),
        client.post(f"/api/games/{name.replace('/', '%2F')}/table"),
    ]
    for answer in asked:
        assert answer.status_code in (404, 405, 409), answer.text
        assert answer.json()["error"]


def test_a_link_runs_no_file(folder: Path, client: httpx.Client) -> None:
    trap, mark = folder / "trap.py", folder / "ran"
    trap.write_text(f"open({str(mark)!r}, 'w')\n" + SOUND)
    for name in (str(trap), "trap.py"):
        client.post("/api/match", json={"match": f"kibitz+{name}"})
        client.post("/api/match", json={"match": f"kibitz+noughts;start+{name}"})
    assert not mark.exists()


def test_two_games_of_one_name_are_refused(folder: Path) -> None:
    (folder / "deep").mkdir()
    other = folder / "deep" / "marks.py"
    other.write_text(SOUND)
    with pytest.raises(BrokenGame, match=r"there is a game called marks\.py already; rename"):
        Collection([str(folder / "marks.py"), str(other)])
    twice = Collection([str(other), f"{other}:start=o....", "noughts:any"])
    assert twice.chosen == ["marks.py", "marks.py:start=o....", "noughts:any"]
    assert twice.at_terminal("marks.py:start=o....") == f"{other}:start=o...."


def test_a_name_has_nothing_in_it_that_a_link_reads_otherwise(folder: Path) -> None:
    odd = folder / "my game+1;2.py"
    odd.write_text(SOUND)
    assert Collection([str(odd)]).chosen == ["my_game_1_2.py"]


# The interface


def test_the_game_is_a_card_before_all_others(client: httpx.Client) -> None:
    games = client.get("/api/games").json()["games"]
    own = [one["own"] for one in games]
    assert own == sorted(own, reverse=True)
    assert {one["name"] for one in games} >= set(BUILT_IN)
    counting = next(one for one in games if one["name"] == "counting.py")
    assert counting["title"] == "Counting {up}"  # whatever an author writes is shown as it is
    assert counting["summary"] == "Counting {up}: the player who says seven wins"
    assert "o" in counting["cells"]


def test_values_moves_and_pictures(client: httpx.Client) -> None:
    said = client.get("/api/games/marks.py/positions/start").json()
    assert (said["value"]["outcome"], said["value"]["distance"]) == ("win", 3)
    assert client.get("/api/games/marks.py/solutions/start").json()["ends"]
    assert "<svg" in client.get("/api/games/marks.py/positions/o..../picture.svg").text
    cells = list("o.o..")
    checked = client.post("/api/check", json={"game": "marks.py", "cells": cells}).json()
    assert checked["match"] == "kibitz+marks.py;start+o.o.."
    said = client.post("/api/opinion", json={"match": "kibitz+marks.py;moves+a2"}).json()
    assert [bool(point["mark"]) for point in said["graph"]] == [False, True]


def test_what_cannot_be_built_is_told(client: httpx.Client) -> None:
    answer = client.post("/api/new", json={"game": "lights.py:rows=9,columns=9"})
    assert answer.status_code == 404
    assert "the board has 1 to 25 lamps" in answer.json()["error"]


def test_the_table_is_built_by_a_process_that_knows_the_file(client: httpx.Client) -> None:
    state = client.post("/api/games/built.py/table").json()
    while state["state"] == "building":
        state = client.get("/api/games/built.py/table").json()
    assert state["state"] == "ready", state


def test_rules_that_fail_are_told_with_their_line(client: httpx.Client) -> None:
    answer = client.post("/api/match", json={"match": "kibitz+failing.py;moves+a5"})
    assert answer.status_code == 409
    line = line_of(FAILING, "    return (1, 2, 4")
    assert f"failing.py, line {line}: IndexError" in answer.json()["error"]


OWN_GAME = '    return OwnGame(rules, Board.rectangle(1, CELLS), pieces, signs="o.")'
BRACES = "{b} {0} }"


def with_more(more: str) -> str:
    """Return the sound game with one more argument for its board."""
    return changed((OWN_GAME, f"{OWN_GAME[:-1]}, {more})"))


# A file with a fault, and what is said about it.
WRONG = [
    (with_more("points=lambda position, move: [99]"), "points names 99, and cells are numbered"),
    (with_more("points=lambda position, move: [-1]"), "points names -1, and cells are numbered"),
    (with_more("points=lambda position, move: ['a1']"), "points names 'a1', and cells are"),
    (with_more("blocks=lambda signs: [[99]]"), "blocks names 99, and cells are numbered"),
    (with_more("blocks=lambda signs: [[1]]"), "blocks names a2, which is empty"),
    (with_more("move_text=lambda position, move: f'\\ud800{move}'"), "half a character"),
    (with_more("title='\\ud800'"), "half a character"),
    (
        changed((PLAYED, f"    if position:\n        raise ValueError({BRACES!r})\n{PLAYED}")),
        f"ValueError: {BRACES}",
    ),
    (
        changed((PLAYED, f"    if position:\n        raise Refusal({BRACES!r})\n{PLAYED}"))
        + "\n\nfrom kibitz.language.errors import KibitzError as Refusal\n",
        BRACES,
    ),
]


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Serve them all."""
    folder = tmp_path_factory.mktemp("wrong")
    files = [folder / f"wrong{number}.py" for number in range(len(WRONG))]
    for file, (text, _) in zip(files, WRONG, strict=True):
        file.write_text(text)
    with (
        serving(folder, *map(str, files)) as address,
        httpx.Client(base_url=address, timeout=WAIT) as client,
    ):
        yield client


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_wrong_with_a_file_is_a_sentence(wrong: httpx.Client, number: int) -> None:
    body = {"match": f"kibitz+wrong{number}.py;start+o...."}
    for language in ("en", "fr"):
        said = wrong.post("/api/match", json=body, headers={"Accept-Language": language})
        assert said.status_code == 409, said.text
        assert language != "en" or WRONG[number][1] in said.json()["error"]


def test_wrong_files_leave_the_other_games_alone(wrong: httpx.Client) -> None:
    games = wrong.get("/api/games").json()["games"]
    assert {one["name"] for one in games} >= set(BUILT_IN)


# The command


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("def game(:\n", "broken.py, line 1: invalid syntax"),
        ("from kibitz import Bored\n", "broken.py, line 1: ImportError"),
        ("", "has no function game()"),
        (changed(('    return ["o"', "    return [oh")), "NameError: name 'oh' is not defined"),
    ],
)
def test_a_broken_file_is_one_sentence_before_the_server_starts(
    tmp_path: Path, text: str, about: str
) -> None:
    (tmp_path / "broken.py").write_text(text)
    said = the_sentence(run("web --no-browser --port 0 ./broken.py", cwd=tmp_path))
    assert about in said


def test_the_server_says_where_the_game_is(folder: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("web --no-browser --port 0 ./marks.py:start=o.... counting.py"),
        stdout=subprocess.PIPE,
        text=True,
        env=environment({"KIBITZ_CACHE": str(tmp_path)}),
        cwd=folder,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    address = re.findall(r"(http://127\.0\.0\.1:\d+)/play#kibitz\+marks.py:start=o....", line)[0]
    names = [one["name"] for one in httpx.get(f"{address}/api/games", timeout=WAIT).json()["games"]]
    assert names[:2] == ["marks.py", "counting.py"]
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=WAIT)


# In the browser

TO_THE_END = {
    "chomp.py": "kibitz+chomp.py",
    "dodgem.py": "kibitz+dodgem.py",
    "domineering.py": "kibitz+domineering.py",
    # The same player again, and points.
    "dots_and_boxes.py": "kibitz+dots_and_boxes.py;moves+a2+a4+b1+b5+d3+b3",
    "bridge.py": "kibitz+bridge.py",  # moves of different cost
    "four.py": "kibitz+four.py;moves+d1+d2+c1+c2+b1+b2",
    "eight.py": "kibitz+eight.py;start+1.3-425-786",  # known after the table is built
    "fifteen.py": "kibitz+fifteen.py;start+1234-5678-9ABC-D.EF",  # searched
    "hanoi.py": "kibitz+hanoi.py:discs=3",
    "hex.py": "kibitz+hex.py",
    "klotski.py": "kibitz+klotski.py;start+TTTT-BBBB-SSLR-KKS.-KK.S",
    "lights.py": "kibitz+lights.py",
    "mens_morris.py": "kibitz+mens_morris.py:men=3;moves+b2+a3+c2+a2",
    "misere.py": "kibitz+misere.py",
    "morris.py": "kibitz+morris.py;moves+b2+a1+b3+b1",
    "nim.py": "kibitz+nim.py:heaps=123",
    "othello.py": "kibitz+othello.py;moves+a2+a1+b1+a3+a4+c1+d3+b4",
    "rush_hour.py": "kibitz+rush_hour.py:board=BooAAoooo",  # searched
    "marks.py": "kibitz+marks.py",
    "cram.py": "kibitz+cram.py",
    "farmer.py": "kibitz+farmer.py",
    "guarini.py": "kibitz+guarini.py",
    "hare_and_hounds.py": "kibitz+hare_and_hounds.py",
    "hexapawn.py": "kibitz+hexapawn.py",
    "kayles.py": "kibitz+kayles.py",
    "missionaries.py": "kibitz+missionaries.py;moves+CC+C+CC+C+MM",
    "notakto.py": "kibitz+notakto.py",
    "no_three_in_line.py": "kibitz+no_three_in_line.py:side=3",
    "pancakes.py": "kibitz+pancakes.py",
    "breakthrough.py": "kibitz+breakthrough.py",
    "chess_endings.py": "kibitz+chess_endings.py",
    "chinese_rings.py": "kibitz+chinese_rings.py",
    "clobber.py": "kibitz+clobber.py",
    "col.py": "kibitz+col.py",
    "fibonacci_nim.py": "kibitz+fibonacci_nim.py",
    "frogs_and_toads.py": "kibitz+frogs_and_toads.py",
    "grundys_game.py": "kibitz+grundys_game.py",
    "fanoron_telo.py": "kibitz+fanoron_telo.py",
    "jealous_husbands.py": "kibitz+jealous_husbands.py",
    "konane.py": "kibitz+konane.py",
    "ricochet_robots.py": "kibitz+ricochet_robots.py",
    "pouring_jugs.py": "kibitz+pouring_jugs.py",
    "treblecross.py": "kibitz+treblecross.py",
    "quixo.py": "kibitz+quixo.py",
    "wythoff.py": "kibitz+wythoff.py",
    "sokoban.py": "kibitz+sokoban.py:level=2",
}
# Those that are drawn for ever, and those that are large.
NOT_PLAYED = {"awari.py", "mu_torere.py", "pong_hau_ki.py", "tsoro_yematatu.py"}
WITH_BUTTONS = {"jealous_husbands.py", "missionaries.py", "othello.py"}  # the boat; a pass
NOT_PLAYED |= {"fox_and_hounds.py", "kalah.py", "pocket_cube.py", "sim.py"}
NOT_PLAYED |= {"dobutsu_shogi.py", "gobblet_gobblers.py", "pyraminx.py", "skewb.py", "teeko.py"}


# Played in the browser: one game for each way in which moves are pointed at or values are found.
IN_THE_BROWSER = {
    *("bridge.py", "dots_and_boxes.py", "eight.py", "fifteen.py", "hanoi.py", "klotski.py"),
    *("marks.py", "mens_morris.py", "missionaries.py", "morris.py", "nim.py", "othello.py"),
}
SHOWN = TO_THE_END if EVERYTHING else IN_THE_BROWSER


TAPPED = {"morris.py", "nim.py"}


def play(hand: Hand, name: str) -> None:
    """Play the best moves to the end."""
    page = hand.page
    hand.turn_to(TO_THE_END[name])
    assert hand.match == TO_THE_END[name]
    expect(page.locator("#moves-known .move").first).to_be_visible(timeout=1000 * WAIT)
    if page.locator("#build").is_visible():  # the game is too large to be solved for one answer
        page.locator("#build").click()
        expect(page.locator("#advice")).to_be_hidden(timeout=1000 * WAIT)
    while not hand.over:
        hand.make(hand.best())
        assert hand.ply < 40
    expect(page.locator("#status")).to_contain_text(re.compile("over|Solved|has won|draw"))


@BY_MOUSE
@pytest.mark.parametrize("name", sorted({*SHOWN} - TAPPED))
def test_each_game_in_a_file_is_played_to_its_end(hand: Hand, name: str) -> None:
    play(hand, name)


def test_every_example_is_played() -> None:
    games = {file.name for file in EXAMPLES.glob("*.py") if "def game(" in file.read_text()}
    assert games - NOT_PLAYED == {*TO_THE_END} - {"marks.py"}


@BY_MOUSE
def test_moves_that_pointing_cannot_tell_have_buttons(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+counting.py")
    buttons = page.locator("#ambiguous button")
    expect(buttons).to_have_text(["silence"])  # one and two are pointed at
    hand.choose({"move": "silence"})
    expect(buttons).to_have_count(0)
    hand.point("a1")
    expect(buttons).to_have_text(["one"])  # or go on to a2
    hand.choose({"move": "one"})
    assert hand.match.endswith("moves+silence+one")
    page.locator("#hint").click()
    # Six are left to seven, and the player who leaves a multiple of three wins.
    lost = "Every move loses; "
    expect(page.locator("#status")).to_contain_text(lost, timeout=1000 * WAIT)


@BY_MOUSE
def test_a_move_that_points_at_no_cell_has_a_button(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+buttons.py")
    buttons = page.locator("#ambiguous button")
    expect(buttons).to_have_text(["a5"])
    hand.point("a5")  # nothing can be done there
    assert hand.ply == 0
    hand.choose({"move": "a5"})
    assert hand.match.endswith("moves+a5")


@BY_MOUSE
def test_what_stands_beside_the_board_is_shown_and_kept(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+counting.py;moves+silence")
    expect(page.locator("#below")).to_have_text("1")
    hand.turn_to("kibitz+noughts")
    expect(page.locator("#below")).to_be_hidden()
    hand.turn_to("kibitz+dodgem.py;moves+a1-a2")
    expect(page.locator("#status")).to_have_text("Blue to move")
    expect(page.locator("#below")).to_be_hidden()  # that is said above the board
    page.keyboard.press("e")
    page.locator("#palette [data-sign='U']").click()
    hand.point("c2")  # takes it off
    expect(page.locator("#status")).to_contain_text("can be played")
    page.locator("#edit-done").click()
    expect(page.locator("#status")).to_have_text("Blue to move")
    assert hand.match == "kibitz+dodgem.py;start+.R.-R..-..U-U"


@BY_MOUSE
def test_a_piece_on_two_cells_is_put_down_from_either(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+cram.py:rows=2,columns=3")
    for ply, (first, second) in enumerate([("b2", "a2"), ("a3", "b3"), ("b1", "a1")], start=1):
        hand.point(first)
        if ply < 3:  # the last domino has one place only
            hand.point(second)
        page.wait_for_selector(f"html[data-ply='{ply}']")
    assert hand.match == "kibitz+cram.py:rows=2,columns=3;moves+a2,b2+a3,b3+a1,b1"
    expect(page.locator("#status")).to_contain_text("A has won")


def test_the_card_leads_to_the_game_and_its_parameters(browser: Browser, address: str) -> None:
    for page in pages(browser):
        page.goto(address)
        card = page.locator(".card[data-game='hanoi.py']")
        expect(card.locator("h4")).to_have_text("The Tower of Hanoi")
        card.get_by_text("Play", exact=True).click()
        expect(page.locator("#board .cell")).to_have_count(15)
        page.keyboard.press("n")
        page.locator("#new-discs").fill("0")
        expect(page.locator("#new-error")).to_contain_text("there are 1 to 9 discs")
        page.locator("#new-discs").fill("2")
        page.locator("#new-start").click()
        expect(page.locator("#board .cell")).to_have_count(6)
        assert Hand(page, MOUSE, address).match == "kibitz+hanoi.py:discs=2"


@pytest.mark.parametrize("name", [name for name in TO_THE_END if name != "marks.py"])
def test_pointing_tells_the_moves_of_the_examples_apart(name: str) -> None:
    game = Collection([str(EXAMPLES / name)]).game(name)
    match = MatchState(game)
    for ply in range(12):
        moves = list(game.rules.moves(match.position))
        if not moves:
            break
        ways = [steps_of(game, match.position, move, match.mover) for move in moves]
        assert all(ways) or name in WITH_BUTTONS
        reported = [str(way) for way in ways if way]
        assert len(set(reported)) == len(reported)
        match.play(moves[(7 * ply + 3) % len(moves)])


@BY_MOUSE
def test_the_computer_goes_on_where_it_moves_again(hand: Hand) -> None:
    page = hand.page
    hand.turn_to(
        "kibitz+dots_and_boxes.py:rows=1,columns=2;players+human+perfect;moves+a2+c2+a4+c4"
    )
    expect(page.locator("#moves-known .move").first).to_be_visible(timeout=1000 * WAIT)
    page.locator('#moves-known .move[data-move="b1"]').click()  # gives both boxes away
    expect(page.locator("#status")).to_contain_text("You lost by 2", timeout=1000 * WAIT)
    page.locator("#undo").click()  # the whole turn, and one's own move
    expect(page.locator("#status")).to_contain_text("Your move", timeout=1000 * WAIT)
    assert page.evaluate("location.hash").endswith("at+4")


# The last, because another hand is another page


@pytest.mark.parametrize("hand", [TOUCH], indirect=True)
@pytest.mark.parametrize("name", sorted(TAPPED))
def test_games_in_files_are_played_by_touch(hand: Hand, name: str) -> None:
    play(hand, name)
