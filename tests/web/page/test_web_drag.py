"""Pieces dragged by mouse and by finger, in every kind of game, and what moves on the board."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import kibitz
from kibitz.drawing.look import look_of
from tests.support.browser import BY_MOUSE, KEYS, MOUSE, TOUCH, Hand, pages, press
from tests.support.own_games import EXAMPLES
from tests.support.scope import EVERYTHING
from tests.support.serving import serving
from tests.web.page.test_web_own import cram

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page

OUT = "off the board"

# Of each kind of game: a match, what is dragged where, one after the other, and the moves made.
DRAGS = {
    "a jump": ("peg:english", [["f4", "d4"]], "F4U"),
    "a jump, let go halfway": ("peg:english", [["d2", "d3"]], "D2R"),
    "a slide": ("lockout", [["b1", "b2"]], "P-r"),
    "the oldest": ("noughts:oldest;moves+b2+a1+c3+a3+a2+c2", [["b2", "b1"]], "b2-b1"),
    "any nought": ("noughts:any;moves+a1+a2+b1+b2+c2+c1", [["c2", "c3"]], "c2-c3"),
    "an L picked up, then a neutral": (
        "lgame", [["b3", "b4"], ["a1", "b1"]], "a3a4b4c4,a1-b1",
    ),
    "an L drawn": ("lgame", [["b4", "a4", "a3", "a2"], ["d4", "c4"]], "a2a3a4b4,d4-c4"),
    "a man": ("morris.py;moves+b2+a1+a2+c2+c1+a3", [["b2", "b3"]], "b2-b3"),
    "a block, by its other end": ("klotski.py;moves+d2-d+d3-d", [["c3", "d3"]], "c2-d"),
    "a domino": ("cram.py", [["a1", "a2"]], "a1,a2"),
    "a car, off": ("dodgem.py;moves+a1-a2+c2-b2+a2-a3+b2-a2", [["a3", OUT]], "a3-off"),
}  # fmt: skip


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "cram.py").write_text(cram())
    own = [str(EXAMPLES / name) for name in ("morris.py", "klotski.py", "dodgem.py")]
    with serving(folder, *own, str(folder / "cram.py")) as address:
        yield address


class Fingers:
    """A hand that drags."""

    def __init__(self, page: Page, how: str) -> None:
        self.page = page
        self.how = how
        self.touches = page.context.new_cdp_session(page)

    def middle(self, name: str) -> tuple[float, float]:
        box = self.page.locator(f"#board .cell[data-cell='{name}']").bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def way(self, names: list[str]) -> list[tuple[float, float]]:
        """The points to go through: the middles of cells, and one between each two."""
        points = [self.middle(name) for name in names if name != OUT]
        if names[-1] == OUT:
            points.append((2, points[-1][1]))
        found = points[:1]
        for (x0, y0), (x1, y1) in pairwise(points):
            found += [((x0 + x1) / 2, (y0 + y1) / 2), (x1, y1)]
        return found

    def down(self, x: float, y: float) -> None:
        if self.how == TOUCH:
            self._touch("touchStart", x, y)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()

    def to(self, x: float, y: float) -> None:
        if self.how == TOUCH:
            self._touch("touchMove", x, y)
        else:
            self.page.mouse.move(x, y)

    def up(self) -> None:
        if self.how == TOUCH:
            self.touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.page.mouse.up()

    def _touch(self, kind: str, x: float, y: float) -> None:
        points = [{"x": x, "y": y}]
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, names: list[str]) -> None:
        first, *others = self.way(names)
        self.down(*first)
        for point in others:
            self.to(*point)
        self.up()


# Once a finger is down, what it drags is the same as with a mouse: a piece that is picked up, one
# that is drawn, and one that leaves the board say enough.
TOUCHED = tuple(DRAGS) if EVERYTHING else ("a jump", "an L drawn", "a car, off")


@pytest.mark.parametrize(
    ("how", "kinds"), [(MOUSE, tuple(DRAGS)), (TOUCH, TOUCHED)], ids=[MOUSE, TOUCH]
)
def test_every_kind_of_piece_is_dragged(
    browser: Browser, address: str, how: str, kinds: Sequence[str]
) -> None:
    for page in pages(browser, has_touch=how == TOUCH):
        hand, fingers = Hand(page, how, address), Fingers(page, how)
        hand.open("kibitz+noughts")
        for name in kinds:
            match, drags, move = DRAGS[name]
            hand.turn_to(f"kibitz+{match}")
            ply = hand.ply
            for names in drags:
                fingers.drag(names)
            page.wait_for_selector(f"html[data-ply='{ply + 1}']")
            assert hand.match.endswith(f"+{move}"), name
            expect(page.locator("#board .held, #board .ghost")).to_have_count(0)


def test_a_piece_let_go_where_it_cannot_be_goes_back(page: Page, address: str) -> None:
    hand, fingers = Hand(page, MOUSE, address), Fingers(page, MOUSE)
    hand.open("kibitz+peg:english")
    fingers.drag(["f4", "g5"])
    expect(page.locator("#board .held")).to_have_count(0)
    expect(page.locator("#board .cell.chosen")).to_have_count(0)
    fingers.drag(["a3", "c3"])  # cannot move at all
    assert hand.ply == 0
    hand.turn_to("kibitz+lgame")
    fingers.drag(["b3", "c3", "b3"])  # back where it was
    expect(page.locator("#board .ghost")).to_have_count(0)


def test_what_is_in_the_hand_follows_the_pointer_and_shows_where_it_can_go(
    page: Page, address: str
) -> None:
    hand, fingers = Hand(page, MOUSE, address), Fingers(page, MOUSE)
    hand.open("kibitz+peg:english")
    start, middle, end = fingers.way(["f4", "d4"])
    fingers.down(*start)
    fingers.to(*middle)
    held = page.locator("#board .held").bounding_box()
    assert held
    assert abs(held["x"] + held["width"] / 2 - middle[0]) < held["width"] / 4
    assert abs(held["y"] + held["height"] / 2 - middle[1]) < held["height"] / 4
    expect(page.locator("#board .state.aimed")).to_have_count(1)
    fingers.to(*end)
    fingers.up()
    page.wait_for_selector("html[data-ply='1']")
    hand.turn_to("kibitz+lgame")
    expect(page.locator("#board .ghost")).to_have_count(0)  # nothing is in the hand unasked
    fingers.down(*fingers.middle("b3"))
    fingers.to(*fingers.middle("b4"))
    expect(page.locator("#board .state.fits")).to_have_count(4)  # as it is turned it fits here only
    legal = {cell for move in hand.seen()["moves"] for cell in move["steps"][0]}
    expect(page.locator("#board .state.could")).to_have_count(len(legal))
    page.keyboard.press("r")  # it can be turned while it is held
    expect(page.locator("#board .state.fits")).to_have_count(0)
    expect(page.locator("#board .ghost.does-not-fit")).to_have_count(1)
    fingers.up()
    page.keyboard.press("Escape")
    expect(page.locator("#board .ghost")).to_have_count(0)


@BY_MOUSE
def test_the_other_player_s_l_does_not_stick_to_the_pointer(hand: Hand) -> None:
    page = hand.page
    fingers = Fingers(hand.page, MOUSE)
    hand.turn_to("kibitz+lgame")
    fingers.drag(["b3", "b4"])
    page.locator("#stay").click()
    page.wait_for_selector("html[data-ply='1']")
    for name in ("b4", "c4", "b2", "a1"):
        page.mouse.move(*fingers.middle(name))
    expect(page.locator("#board .ghost")).to_have_count(0)
    hand.point("b4")  # the piece just put down is not this player's
    expect(page.locator("#board .ghost")).to_have_count(0)
    hand.point("b2")
    expect(page.locator("#board .ghost[data-sign='B']")).to_have_count(1)


@BY_MOUSE
def test_turning_the_l_is_announced(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+lgame")
    hand.walk_to("b3")
    page.keyboard.press("Enter")
    expect(page.locator("#announce")).to_have_text("a2 a3 b3 c3: it does not fit here")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#announce")).to_have_text("a3 a4 b4 c4: it fits here")
    page.keyboard.press("r")
    expect(page.locator("#announce")).to_contain_text("fit")
    label = page.locator("#board .cell[data-cell='a1']")
    expect(label).to_have_attribute("aria-label", "a1, neutral piece")


def test_pieces_move_only_for_those_who_want_motion(browser: Browser, address: str) -> None:
    # What is animated until a move is made, asked for at each change, before it can have ended.
    watched = """new Promise((done) => {
      const moving = new Set();
      new MutationObserver((_, watch) => {
        for (const one of document.getAnimations()) {
          if (one.effect.target.closest(".board")) moving.add(one);
        }
        if (document.documentElement.dataset.ply !== "1") return;
        watch.disconnect();
        done(moving.size);
      }).observe(document.documentElement, { attributes: true, childList: true, subtree: true });
    })"""
    for motion, least, most in (("no-preference", 2, 99), ("reduce", 0, 0)):
        for page in pages(browser, reduced_motion=motion):
            hand = Hand(page, MOUSE, address)
            hand.open("kibitz+peg:english")
            page.evaluate(f"window.moved = {watched}; 1")
            hand.point("f4")
            page.wait_for_selector("html[data-ply='1']")
            assert least <= page.evaluate("window.moved") <= most
            expect(page.locator("#board .tray > *")).to_have_count(1)


def test_sounds_are_off_until_they_are_switched_on(page: Page, address: str) -> None:
    page.add_init_script("""window.heard = 0;
      const real = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () {
        window.heard += 1;
        return real.call(this);
      };""")
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+peg:english")
    hand.make(hand.seen()["moves"][0])
    assert page.evaluate("window.heard") == 0
    press(page, "#sounds")
    expect(page.locator("#sounds")).to_have_attribute("aria-pressed", "true")
    heard = page.evaluate("window.heard")
    hand.make(hand.seen()["moves"][0])
    assert page.evaluate("window.heard") > heard > 0
    page.reload()
    expect(page.locator("#sounds")).to_have_attribute("aria-pressed", "true")


@BY_MOUSE
def test_ages_are_seen_by_strength_and_numbers_can_be_switched_on(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts:oldest;moves+b2+a1+c3+a3+a2+c2")
    ages = page.locator("#board .kz-age")
    expect(ages.first).to_be_hidden()
    press(page, "#numbers")
    expect(ages.first).to_be_visible()
    press(page, "#numbers")
    expect(ages.first).to_be_hidden()
    hand.turn_to("kibitz+noughts")
    expect(page.locator("#numbers")).to_be_hidden()


def test_forced_colours_show_the_focus_and_the_last_move(browser: Browser, address: str) -> None:
    stroke = "(one) => getComputedStyle(one).stroke"
    for page in pages(browser, forced_colors="active"):
        hand = Hand(page, KEYS, address)
        hand.open("kibitz+noughts;moves+b2")
        hand.walk_to("a1")
        ring = page.locator("#board .cell[data-cell='a1'] .ring-focus").evaluate(stroke)
        other = page.locator("#board .cell[data-cell='c3'] .ring-focus").evaluate(stroke)
        last = page.locator("#board .mark.entered").evaluate(stroke)
        assert ring != other == "none"
        assert last not in ("none", ring)


@BY_MOUSE
def test_the_page_outlines_a_large_piece_as_a_picture_does(hand: Hand) -> None:
    page = hand.page
    game = kibitz.game("lgame")
    look = look_of(game)
    hand.turn_to("kibitz+lgame")
    drawn = page.locator("#board .wide").evaluate_all(
        "(all) => all.map((one) => one.querySelector('path').getAttribute('d'))"
    )
    assert drawn == [look.outline(cells) for cells in game.blocks(game.pieces(game.rules.start))]


def test_a_hole_is_large_enough_for_a_finger(browser: Browser, address: str) -> None:
    for page in pages(browser, viewport={"width": 360, "height": 740}):
        Hand(page, MOUSE, address).open("kibitz+peg:english")
        hole = page.locator("#board .cell[data-cell='d4'] .hit").bounding_box()
        assert hole
        assert min(hole["width"], hole["height"]) >= 44
