"""Verification of an opening book: by minimax within the book, and by new searches.

The bounds of a position with successors in the book must follow from those of its successors. All
other bounds are results of searches; some or all of them are searched again, from the beginning.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from kibitz.solve.search.transposition_table import MOST
from kibitz.solve.search.two_player_search import NOTHING_PROVED, PlayersSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort
    from kibitz.solve.search.two_player_search import Proved
    from kibitz.solve.store.opening_book import OpeningBook


class BookReport(NamedTuple):
    """How many bounds follow from others, how many were searched and searched again; the wrong.

    `wrong` are the positions whose bounds are not confirmed.
    """

    follow: int
    searched: int
    again: int
    wrong: list[int]


def verify_book(
    book: OpeningBook,
    effort: Effort,
    sample: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> BookReport:
    """Verify a book, a random `sample` of its searches or all; `Exhausted` if the effort ends."""
    rules = book.rules
    wrong, searched = [], []
    for position, proved in book.items():
        if rules.class_of(position) != position:
            wrong.append(position)
            continue
        found = from_successors(book, position)
        if found is None:
            searched.append((position, proved))
        elif not (found[0] >= proved[0] and found[1] <= proved[1]):
            wrong.append(position)
    again = searched if sample is None else random.Random(seed).sample(searched, sample)
    search = PlayersSearch(rules)
    for done, (position, proved) in enumerate(again):
        progress(done, len(again))
        if not is_confirmed(search, position, proved, effort):
            wrong.append(position)
    follow = len(book) - len(searched)
    return BookReport(follow, len(searched), len(again), wrong)


def from_successors(book: OpeningBook, position: int) -> Proved | None:
    """Return the bounds that follow from those of the successors, or from the end of the game.

    None if no successor is in the book.
    """
    rules = book.rules
    found: list[Proved | None] = []
    offers = []
    for move in rules.moves(position):
        after = book.proved(rules.class_of(rules.play(position, move)))
        found.append(after)
        least, greatest = after or NOTHING_PROVED
        if rules.moves_again(position, move):
            offers.append((offered(rules, least, 1), offered(rules, greatest, 1)))
        else:
            offers.append((offered(rules, greatest, -1), offered(rules, least, -1)))
    if not found:
        worth = rules.worth(position)
        value = MOST * worth if rules.objective.by_distance else worth
        return value, value
    if all(one is None for one in found):
        return None
    return max(low for low, _ in offers), max(high for _, high in offers)


def offered(rules: Rules, value: int, sign: int) -> int:
    """Return what a move offers to its player, given the outcome after it as a number.

    `sign` is 1 if the same player moves again, else -1. Each ply brings a win or a loss nearer to
    a draw by 1, down to 1 and -1: a win or a loss at any distance.
    """
    value *= sign
    if not rules.objective.by_distance or not value:
        return value
    return max(1, value - 1) if value > 0 else min(-1, value + 1)


def is_confirmed(search: PlayersSearch, position: int, proved: Proved, effort: Effort) -> bool:
    """Return whether a new search proves the bounds of a position."""
    least, greatest = proved
    known = NOTHING_PROVED
    for wanted in (least, greatest + 1):
        if known[0] < wanted <= known[1]:
            known = search.prove(position, known, effort.watch(), wanted)
    return known[0] >= least and known[1] <= greatest
