"""`kibitz solve`: the exact value of a position, of every move, and one best line."""

from __future__ import annotations

import json

from kibitz.cli.parser import Parser
from kibitz.cli.progress import Bar, notice
from kibitz.cli.wording import in_words, plural
from kibitz.play.naming import game as game_named
from kibitz.play.oracle import ask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from kibitz.play.tables import PicturedAnswer


def main(words: Sequence[str]) -> int:
    """Print the answer to a position."""
    parser = Parser("solve", "Print the exact value of a position, of every move, and a best line.")
    parser.add_argument("game", help="such as lgame or peg:triangle; see kibitz games")
    parser.add_argument(
        "position", nargs="?", help="on one line, such as XO.-.X.-...; else the start"
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    chosen = parser.parse_args(words)
    game = game_named(chosen.game)
    position = game.rules.start if chosen.position is None else game.parse(chosen.position)
    with Bar() as bar:
        answer = ask(game, position, bar, notice)
    print(json.dumps(as_json(answer)) if chosen.json else in_lines(answer))
    return 0


def line_of(answer: PicturedAnswer) -> Iterator[tuple[str, int]]:
    """Yield the moves of the best line as their players write them, and the position after each."""
    position = answer.position
    for move in answer.line:
        text = answer.game.move_text(position, move)
        position = answer.game.rules.play(position, move)
        yield text, position


def as_json(answer: PicturedAnswer) -> dict[str, Any]:
    """Return an answer for programs."""
    game = answer.game
    return {
        "game": game.name,
        "position": answer.text,
        "value": answer.value,
        "distance": answer.distance,
        "moves": [
            {
                "move": game.move_text(answer.position, option.move),
                "value": option.value.value,
                "distance": option.value.distance,
                "position": game.text(option.to),
            }
            for option in answer.moves
        ],
        "line": [text for text, _ in line_of(answer)],
    }


def in_lines(answer: PicturedAnswer) -> str:
    """Return an answer for people."""
    game = answer.game
    lines = [f"{game.name}  {answer.text}", f"  {in_words(answer)}"]
    if not answer.moves:
        return "\n".join([*lines, "  the game is over"])
    lines.append(f"{plural(len(answer.moves), 'move')}, best first:")
    lines += [
        f"  {in_words(option.value):<16}{game.move_text(answer.position, option.move)}"
        for option in answer.moves
    ]
    line = list(line_of(answer))
    if line:
        goes_on = any(True for _ in game.rules.moves(line[-1][1]))
        lines.append("one best line:")
        lines.append("  " + " ".join(text for text, _ in line) + (" …" if goes_on else ""))
    return "\n".join(lines)
