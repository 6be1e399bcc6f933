"""Forms of the moves of a game: what its notation looks like, from moves of random play."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.base_game import BaseGame

LINES, PLIES, CHOICES = 8, 40, 6  # of random play, and the moves taken from each position
DIGITS, LETTER = re.compile(r"\d+"), re.compile(r"[^\W\d_]")


def form_of(text: str) -> str:
    """Return the form of a move: `a` for each letter, `0` for each number; of a word, the word."""
    return text if text.isalpha() else LETTER.sub("a", DIGITS.sub("0", text))


def sampled_moves(
    game: BaseGame, lines: int = LINES, choices: int = CHOICES
) -> Iterator[tuple[PositionId, Sequence[MoveId]]]:
    """Yield positions of random play and some moves of each, the same ones every time."""
    from random import Random

    rng, rules = Random(0), game.rules
    for _ in range(lines):
        here = rules.start
        for _ in range(PLIES):
            moves = list(rules.moves(here))
            if not moves or rules.is_over(here):
                break
            chosen = rng.sample(moves, min(choices, len(moves)))
            yield here, chosen
            here = rules.play(here, chosen[0])


def examples_of(game: BaseGame) -> list[str]:
    """Return the first move of a game, and another one for each other form; one word is enough.

    Of a game in a reader's own file it is the first move alone: its rules may fail or never end
    later on, and a text that is shown must not depend on that.
    """
    first = next(iter(game.rules.moves(game.rules.start)), None)
    if first is None:
        return []
    texts = [game.move_text(game.rules.start, first)]
    if not game.path:
        texts += (game.move_text(here, moves[0]) for here, moves in sampled_moves(game, 1, 1))
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault("" if text.isalpha() else form_of(text), text)
    return list(found.values())
