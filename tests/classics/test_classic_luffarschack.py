"""Noughts and crosses, after the Swedish original.

The golden transcripts were written without the program: by hand-picked moves through the
original's pseudocode, with its two slips mended (cells go into their row; a win on the ninth move
is a win) and its questions as spec.md has them, the answer on the same line. `figure_2` ends on
the original's figure 2. The two messages that spec.md leaves open stand in them as {NOT_YOURS} and
{NOT_OLDEST}.
"""

from __future__ import annotations

import random

import pytest

from kibitz.classics import luffarschack_program
from tests.support.console import check_at_terminal, check_piped, golden, run, spawn, the_sentence

PROGRAM = "classic luffarschack"
ROW, COLUMN = "Choose row: ", "Choose column: "
TAKEN = "Position taken, choose again"
EMPTY_BOARD = " ____\n|   |\n|   |\n|   |\n ---\n"
OWN = {"NOT_YOURS": luffarschack_program.NOT_YOURS, "NOT_OLDEST": luffarschack_program.NOT_OLDEST}

LINES = [
    *([(row, 0), (row, 1), (row, 2)] for row in range(3)),
    *([(0, column), (1, column), (2, column)] for column in range(3)),
    [(0, 0), (1, 1), (2, 2)],
    [(2, 0), (1, 1), (0, 2)],
]

TRANSCRIPTS = [
    ("luffarschack_figure_2", "classic"),
    ("luffarschack_o_wins", "classic"),
    ("luffarschack_draw", "classic"),
    ("luffarschack_ninth", "classic"),
    ("luffarschack_refused", "classic"),
    ("luffarschack_any", "any"),
    ("luffarschack_oldest", "oldest"),
]


def transcript(name: str) -> str:
    text = golden(name)
    return golden(name, **{word: OWN[word] for word in OWN if f"{{{word}}}" in text})


@pytest.mark.parametrize(("name", "variant"), TRANSCRIPTS)
def test_transcript_through_a_pipe(name: str, variant: str) -> None:
    check_piped(f"{PROGRAM} --variant {variant}", transcript(name))


@pytest.mark.parametrize(("name", "variant"), TRANSCRIPTS)
def test_transcript_at_a_terminal(name: str, variant: str) -> None:
    check_at_terminal(f"{PROGRAM} --variant {variant}", transcript(name))


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("luffarschack_figure_2", "|X O|\n|OX |\n|OXX|\n ---\nPlayer X has won!\n⟦⟧\n"),
        ("luffarschack_ninth", "|XOX|\n|OXO|\n|OXX|\n ---\nPlayer X has won!\n⟦⟧\n"),
        ("luffarschack_draw", "|XOX|\n|XOO|\n|OXX|\n ---\nIt's a draw\n⟦⟧\n"),
    ],
)
def test_the_transcripts_end_as_they_say(name: str, end: str) -> None:
    assert golden(name).endswith(end)


def test_the_plain_game_is_the_usual_one() -> None:
    check_piped(PROGRAM, golden("luffarschack_figure_2"))


def test_own_messages_are_lines_of_their_own() -> None:
    messages = [TAKEN, luffarschack_program.NOT_YOURS, luffarschack_program.NOT_OLDEST]
    assert len(set(messages)) == 3
    assert all(len(message.splitlines()) == 1 for message in messages)


class Player:
    """Plays the program's part from the description, given the answers."""

    def __init__(self, answers: list[str], variant: str) -> None:
        self.answers = iter(answers)
        self.variant = variant
        self.printed = ""
        self.board = {(row, column): " " for row in range(3) for column in range(3)}
        self.laid: dict[str, list[tuple[int, int]]] = {"X": [], "O": []}  # oldest first

    def number(self, question: str) -> int:
        while True:
            self.printed += question
            answer = next(self.answers).strip()
            if answer in ("1", "2", "3"):
                return int(answer) - 1

    def square(self) -> tuple[int, int]:
        return self.number(ROW), self.number(COLUMN)

    def draw(self) -> None:
        self.printed += " ____\n"
        for row in range(3):
            self.printed += f"|{''.join(self.board[row, column] for column in range(3))}|\n"
        self.printed += " ---\n"

    def turn(self, player: str) -> None:
        laid = self.laid[player]
        lifted = None
        if self.variant != "classic" and len(laid) == 3:
            lifted = self.square()
            while lifted not in (laid[:1] if self.variant == "oldest" else laid):
                own = (
                    luffarschack_program.NOT_OLDEST
                    if lifted in laid
                    else luffarschack_program.NOT_YOURS
                )
                self.printed += f"{own}\n"
                lifted = self.square()
        to = self.square()
        while self.board[to] != " ":  # the square it came from is not a new position
            self.printed += f"{TAKEN}\n"
            to = self.square()
        if lifted is not None:
            self.board[lifted] = " "
            laid.remove(lifted)
        self.board[to] = player
        laid.append(to)

    def game(self) -> str:
        """Return all that is printed, to the end of the game or of the answers."""
        player = "X"
        try:
            while True:
                self.draw()
                self.printed += f"Player {player}'s turn\n"
                self.turn(player)
                if any(all(self.board[place] == player for place in line) for line in LINES):
                    self.draw()
                    self.printed += f"Player {player} has won!\n"
                    break
                if " " not in self.board.values():
                    self.draw()
                    self.printed += "It's a draw\n"
                    break
                player = "O" if player == "X" else "X"
            next(self.answers)
        except StopIteration:
            self.printed += "\n"
        return self.printed


def random_answers(seed: int) -> list[str]:
    chance = random.Random(seed)
    return [chance.choice(["1", "2", "3", "1", "2", " 3 ", "0", "four"]) for _ in range(400)]


@pytest.mark.parametrize("variant", ["classic", "any", "oldest"])
@pytest.mark.parametrize("seed", range(8))
def test_random_games(variant: str, seed: int) -> None:
    answers = random_answers(seed)
    done = run(f"{PROGRAM} --variant {variant}", "".join(f"{answer}\n" for answer in answers))
    assert done.stdout.decode() == Player(answers, variant).game()
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.parametrize("variant", ["any", "oldest"])
def test_the_random_games_are_worth_it(variant: str) -> None:
    games = [Player(random_answers(seed), variant).game() for seed in range(8)]
    assert sum(" has won!" in game for game in games) >= 4
    assert not any("draw" in game for game in games)
    assert any(luffarschack_program.NOT_YOURS in game for game in games)
    if variant == "oldest":
        assert any(luffarschack_program.NOT_OLDEST in game for game in games)


@pytest.mark.parametrize("name", ["luffarschack_figure_2", "luffarschack_draw"])
def test_one_line_is_read_before_leaving(name: str) -> None:
    """What is typed after that line is left for the next program that reads the terminal."""
    terminal = spawn(PROGRAM, script='"$@"; read -r line; echo "left: $line"')
    parts = golden(name).removesuffix("⟦⟧\n").split("⟦")
    terminal.wait_for(parts[0])
    for part in parts[1:]:
        answer, _, after = part.partition("⟧\n")
        terminal.type(answer)
        terminal.wait_for(after)
    terminal.type("first")
    terminal.type("second")
    assert terminal.finish() == 0
    assert terminal.screen.endswith("left: second\n")


def test_end_of_input_instead_of_the_last_line() -> None:
    transcript = golden("luffarschack_figure_2").removesuffix("⟦⟧\n") + "⟦^D⟧\n"
    check_piped(PROGRAM, transcript)
    check_at_terminal(PROGRAM, transcript)


@pytest.mark.parametrize("typed", ["", "1\n", "1\n1\n2\n"])
def test_end_of_input_at_a_question(typed: str) -> None:
    done = run(PROGRAM, typed)
    assert done.stdout.decode() == Player(typed.split(), "classic").game()
    assert done.stdout.endswith(b": \n")
    assert done.returncode == 0


def test_unknown_variant() -> None:
    done = run(f"{PROGRAM} --variant newest")
    assert "newest" in the_sentence(done)
    assert done.stdout == b""


def test_nothing_is_picked_up_before_three_lie() -> None:
    for variant in ("any", "oldest"):
        done = run(f"{PROGRAM} --variant {variant}", "1\n1\n3\n3\n")
        assert done.stdout.decode() == (
            f"{EMPTY_BOARD}Player X's turn\n{ROW}{COLUMN}"
            f" ____\n|X  |\n|   |\n|   |\n ---\nPlayer O's turn\n{ROW}{COLUMN}"
            f" ____\n|X  |\n|   |\n|  O|\n ---\nPlayer X's turn\n{ROW}\n"
        )
