"""Faults of a user-defined game, one at a time, and the doctor's report of each."""

from __future__ import annotations

RETURN = "return position | 1 << move"
TEST = "if not (position | position << 1 | position >> 1) >> cell & 1:"

# The sound game with mirror images, and an orbit to be put in.
MIRRORED = [
    ("import Board, OwnGame, Rules", "import Board, OwnGame, Rules, mirrors"),
    ("canonical = None", "canonical, _ = mirrors([[4, 3, 2, 1, 0]], 0)\n\n\norbit = None"),
    ("canonical=canonical", "canonical=canonical, orbit=orbit"),
]

# What is changed in the sound game; the promise it breaks; what is said of it; where.
BROKEN: dict[str, tuple[list[tuple[str, str]], str, str, str]] = {
    "a win that is overlooked": (
        [("canonical=canonical", "canonical=canonical, wins=lambda position: 0")],
        "hints for a search",
        "wins is 0 at",
        "wins=",
    ),
    "an order that is not a number": (
        [("canonical=canonical", "canonical=canonical, order=lambda position, move: None")],
        "hints for a search",
        "order is None at",
        "order=",
    ),
    "a position that is wrongly left out as not the least": (
        [
            *MIRRORED[:2],
            (
                "canonical=canonical",
                "canonical=canonical, may_be_canonical=lambda position: +(position != 2)",
            ),
        ],
        "hints for a search",
        "may_be_canonical is 0 at",
        "may_be_canonical=",
    ),
    "signs at random": (
        [
            ("CELLS = 5", "import random\n\nCELLS = 5"),
            (
                "for cell in range(CELLS)]",
                "for cell in range(CELLS)] if random.random() < 0.9 else 'ooooo'",
            ),
        ],
        "deterministic",
        "pieces is not deterministic",
        "def pieces",
    ),
    "a move off the board": (
        [(RETURN, "return position - (1 << 70)")],
        "whole numbers",
        "play does not return a position",
        "def play",
    ),
    "a move to what cannot be drawn": (
        [("for cell in range(CELLS)]", "for cell in range(CELLS)][position // 20 :]")],
        "legal",
        "is not legal at",
        "def pieces",
    ),
    "a move made twice": (
        [("yield cell", "yield cell\n            yield cell")],
        "legal",
        "yields the move 0 twice",
        "def moves",
    ),
    "a move after the end": (
        [('aim="win"', 'aim="shortest"'), ("return -1", "return 1")],
        "legal",
        "is solved, so the move 0 is not legal",
        "def moves",
    ),
    "a move that changes nothing": (
        [(TEST, "if cell:"), (RETURN, "return position | 1 << move")],
        "legal",
        "it leaves everything as it is",
        "def moves",
    ),
    "an unknown sign": ([('"o" if', '"q" if')], "legal", "but the signs are o .", "def pieces"),
    "a fraction": (
        [(RETURN, "return position + 2**move / 1")],
        "whole numbers",
        "is a float",
        "def play",
    ),
    "an impossible worth": (
        [("return -1", "return 3")],
        "the value of an end",
        "worth gives 3",
        "def worth",
    ),
    "a position that cannot be seen": (
        [(RETURN, "return position | 1 << move | 256 * (position == 1)")],
        "alike",
        "cannot be read back from its text",
        "def pieces",
    ),
    "equal looks, different moves": (
        [
            (RETURN, "return position | 1 << move | 256 * (position == 1)"),
            (TEST, TEST.replace("not", "position < 256 and not")),
        ],
        "alike",
        "their successors differ",
        "def pieces",
    ),
    "a wrong inverse": (
        [('signs="o."', 'signs="o.", position_of=lambda pieces: 0')],
        "can be written and read back",
        "cannot be read back from its text",
        "position_of=lambda",
    ),
    "a failing inverse": (
        [('signs="o."', 'signs="o.", position_of=lambda pieces: pieces[9]')],
        "can be written and read back",
        "list index out of range",
        "position_of=lambda",
    ),
    "moves written alike": (
        [('signs="o."', 'signs="o.", move_text=lambda position, move: "go"')],
        "moves can be written and read back",
        "are both written go",
        "move_text=lambda",
    ),
    "a canonical that is not a symmetry": (
        [("canonical = None", "def canonical(position):\n    return position & 7")],
        "symmetry",
        "do not have the same successors",
        "def canonical",
    ),
    "a canonical that is not the smallest": (
        [("canonical = None", "def canonical(position):\n    return position + 1")],
        "symmetry",
        "not the smallest",
        "def canonical",
    ),
    "a canonical of two steps": (
        [("canonical = None", "def canonical(position):\n    return position // 2")],
        "symmetry",
        "canonical is not a symmetry",
        "def canonical",
    ),
    "mirrorings that the rules can tell": (
        [
            ("import Board, OwnGame, Rules", "import Board, OwnGame, Rules, mirrors"),
            ("canonical = None", "canonical, _ = mirrors([[4, 3, 2, 1, 0]], 0)"),
            (TEST, TEST.replace("if not", "if cell <= 3 and not")),
        ],
        "symmetry",
        "do not have the same successors",
        "canonical, _ = mirrors",
    ),
    "a cell that is none": (
        [('signs="o."', 'signs="o.", points=lambda position, move: [move + 1]')],
        "moves can be written",
        "points gives [5] for the move 4 at ..... (position 0)",
        "points=lambda",
    ),
    "a rule that fails": (
        [(RETURN, "return position | (1 << move) // (move != 3)")],
        "whole numbers",
        "ZeroDivisionError",
        "return position | (1 <<",
    ),
    "a generator expression": (
        [(TEST, "if not any((position << 1 >> cell + near) & 1 for near in range(3)):")],
        "compile",
        "write a for loop",
        "if not any",
    ),
    "a text in a function that a rule uses": (
        [
            ("CELLS = 5", "CELLS = 5\n\n\ndef ones(position):\n    return len(bin(position))"),
            ("return -1", "return -1 if ones(position) else 0"),
        ],
        "compile",
        "Numba cannot compile worth: it does not know bin",
        "return len(bin",
    ),
    "a text": (
        [("return -1", 'return -int("1" * (position >= 0), 2)')],
        "compile",
        "use integers, not texts",
        "return -int",
    ),
    "a method of integers": (
        [("return -1", "return -1 if position.bit_count() else 0")],
        "compile",
        "bits &= bits - 1",
        "return -1 if",
    ),
    "yield from": (
        [
            (TEST, "if cell == 0:"),
            ("yield cell", "yield from [c for c in range(5) if not position >> c & 1]"),
        ],
        "compile",
        "instead of yield from",
        "yield from",
    ),
    "a number too large in between": (
        [(RETURN, "return (position << 70) + (1 << 70 + move) >> 70")],
        "compiled, the rules give the same results",
        "compiled, play gives another result",
        "def play",
    ),
    "moves as a list": (
        [
            (
                "def moves(position):",
                "def moves(position):\n    return list(every(position))\n\n\ndef every(position):",
            )
        ],
        "whole numbers",
        "moves returns a list, but it must yield",
        "def moves",
    ),
    "moves without end": (
        [("            yield cell", "            yield cell\n    while True:\n        yield cell")],
        "whole numbers",
        "moves does not come to an end",
        "def moves",
    ),
    "a number that is too large": (
        [(RETURN, "return (position | 1 << move) & 18446744073709551615")],
        "the rules compile",
        "play uses 18446744073709551615, which is not below 2**63",
        "return (position",
    ),
    "a shift too large far from the start": (
        [
            ("CELLS = 5", "CELLS = 62\nFAR = 2 * sum(4**cell for cell in range(15, 31))"),
            (RETURN, "return (position << 8 >> 8 if position > FAR else position) | 1 << move"),
        ],
        "compiled, the rules give the same results",
        "compiled, play gives another result for",
        "def play",
    ),
    "recursion": (
        [
            (
                "def worth(position):",
                "def marks(position):\n    return marks(position // 2) + 1 if position else 0"
                "\n\n\ndef worth(position):",
            ),
            ("return -1", "return -1 if marks(position) else 0"),
        ],
        "the rules compile",
        "worth uses marks, which calls itself",
        "return marks(position // 2)",
    ),
    "endless recursion": (
        [("return -1", "return worth(position)")],
        "the rules are deterministic",
        "a function calls itself again and again without end",
        "return worth(position)",
    ),
    "distinct_moves that is too small": (
        [('aim="win",', 'aim="win", distinct_moves=3,')],
        "what they declare",
        "distinct_moves is 3, but 3 is a move at ..... (position 0)",
        'aim="win",',
    ),
    "a tier that rises": (
        [('aim="win",', 'aim="win", tier=lambda position: position,')],
        "what they declare",
        "the tier is 0 at ..... (position 0) and 1 after the move 0, but no move may raise it",
        'aim="win",',
    ),
    "a tier below 0": (
        [('aim="win",', 'aim="win", tier=lambda position: -position - 1,')],
        "what they declare",
        "tier gives -1 at ..... (position 0); it must be a whole number of 0 or more",
        'aim="win",',
    ),
    "men in no block": (
        [
            ("CELLS = 5", "from kibitz import Men\n\nCELLS = 5"),
            ('aim="win",', 'aim="win", tier=lambda position: 0, men=Men(2, [], [(0, 1, 0, 0)]),'),
        ],
        "what they declare",
        "men has no block for ..... (position 0)",
        'aim="win",',
    ),
    "jumps of another game": (
        [
            ("CELLS = 5", "from kibitz.games.peg_boards import Jumps\n\nCELLS = 5"),
            ('aim="win",', 'aim="win", jumps=Jumps(5, [(0, 1, 2)], [], None),'),
        ],
        "what they declare",
        "jumps does not describe the rules at ..... (position 0): the moves are [0, 1, 2, 3, 4]",
        'aim="win",',
    ),
    "a jump off the board": (
        [
            ("CELLS = 5", "from kibitz.games.peg_boards import Jumps\n\nCELLS = 5"),
            ('aim="win",', 'aim="win", jumps=Jumps(5, [(3, 4, 5)], [], None),'),
        ],
        "what they declare",
        "the jump (3, 4, 5) is not of three holes from 0 to 4",
        'aim="win",',
    ),
    "a symmetry that is none of the jumps": (
        [
            ("CELLS = 5", "from kibitz.games.peg_boards import Jumps\n\nCELLS = 5"),
            ('aim="win",', 'aim="win", jumps=Jumps(5, [(0, 1, 2)], [(1, 0, 2, 3, 4)], None),'),
        ],
        "what they declare",
        "the symmetry (1, 0, 2, 3, 4) does not map jumps to jumps",
        'aim="win",',
    ),
    "a move of two words": (
        [('signs="o."', 'signs="o.", move_text=lambda position, move: f"to {move}"')],
        "moves can be written and read back",
        "the move 0 is written 'to 0': a move is one word, without spaces",
        "move_text=lambda",
    ),
    "a move with markup": (
        [('signs="o."', 'signs="o.", move_text=lambda position, move: f"<b>{move}"')],
        "moves can be written and read back",
        "the move 0 is written '<b>0'",
        "move_text=lambda",
    ),
    "a move with an ampersand": (
        [('signs="o."', 'signs="o.", move_text=lambda position, move: f"&{move}"')],
        "moves can be written and read back",
        "the move 0 is written '&0'",
        "move_text=lambda",
    ),
    "a move that is a command": (
        [('signs="o."', 'signs="o.", move_text=lambda position, move: "abcd"[move:] or "Hint"')],
        "moves can be written and read back",
        "the move 4 is written 'Hint': that is a command of kibitz play",
        "move_text=lambda",
    ),
    "a move that is not a text": (
        [('signs="o."', 'signs="o.", move_text=lambda position, move: move')],
        "moves can be written and read back",
        "the move 0 is written 0, which is not a word",
        "move_text=lambda",
    ),
    "a goal off the board": (
        [('signs="o."', 'signs="o.", goals=[2, 5]')],
        "title and goals",
        "the goal 5 is not on the board: its cells are the numbers from 0 to 4",
        "goals=",
    ),
    "a title that is a number": (
        [('signs="o."', 'signs="o.", title=7')],
        "title and goals",
        "title is 7, but it must be a text",
        "title=7",
    ),
    "a rule that prints": (
        [(RETURN, "print(position)\n    return position | 1 << move")],
        "the rules print nothing",
        "play prints something",
        "print(position)",
    ),
    "an orbit that counts too few": (
        [*MIRRORED, ("orbit = None", "def orbit(position):\n    return 1")],
        "orbit counts the images",
        "orbit says that o.... (position 1) has 1 images, but there are 2",
        "def orbit",
    ),
    "an orbit that counts too many": (
        [*MIRRORED, ("orbit = None", "def orbit(position):\n    return 2 if position else 1")],
        "orbit counts the images",
        "orbit says that ..o.. (position 4) has 2 images, but there are 1",
        "def orbit",
    ),
    "an orbit that knows no symmetric position": (
        [*MIRRORED, ("orbit = None", "def orbit(position):\n    return 2")],
        "orbit counts the images",
        "has 2 images, but there are 1",
        "def orbit",
    ),
}

# Rules that are not pure functions: what is changed in the sound game, what is said, the remedy.
IMPURE: dict[str, tuple[list[tuple[str, str]], str, str]] = {
    "a random move": (
        [("CELLS = 5", "import random\n\nCELLS = 5"), ("yield cell", "yield random.randrange(5)")],
        "moves uses random, a module; rules are made of integers",
        "rules cannot express chance",
    ),
    "a memory of earlier calls": (
        [("CELLS = 5", "CELLS = 5\nseen = []"), (RETURN, "return position | len(seen)")],
        "play uses seen, a list; rules are made of integers",
        "make it a tuple of integers: seen = tuple(seen)",
    ),
    "a memory in a default": (
        [("def play(position, move):", "def play(position, move, seen=[]):")],
        "play uses its defaults, a list; rules are made of integers",
        "make it a tuple of integers",
    ),
    "a memory in a tuple that a helper reaches": (
        [
            ("CELLS = 5", "SEEN = (0, {1})\n\n\ndef more():\n    return SEEN\n\n\nCELLS = 5"),
            (RETURN, "return position | len(more())"),
        ],
        "more uses SEEN, a set; rules are made of integers",
        "use a flat tuple of integers",
    ),
    "a number that is counted up": (
        [
            ("CELLS = 5", "count = 0\nCELLS = 5"),
            (RETURN, "global count\n    count += 1\n    return position | count"),
        ],
        "play assigns to count, which outlives the call",
        "rules use integers",
    ),
    "a number of an enclosing function that is counted up": (
        [
            (
                "def play(position, move):\n    return position | 1 << move",
                "def made(count):\n    def play(position, move):\n        nonlocal count\n"
                "        count += 1\n        return position | count\n\n    return play\n\n\n"
                "play = made(0)",
            )
        ],
        "play assigns to count, which outlives the call",
        "rules use integers",
    ),
    "an attribute that is counted up": (
        [("return position | 1 << move", "play.calls = 1\n    return position | 1 << move")],
        "play assigns to calls, which outlives the call",
        "rules use integers",
    ),
    "a constructor that counts in its class": (
        [
            (
                "CELLS = 5",
                "class Seen:\n    count = 0\n\n    def __init__(self):\n"
                "        self.own = 1\n        Seen.count += 1\n\n\nCELLS = 5",
            ),
            (RETURN, "return position | Seen().own"),
        ],
        "__init__ assigns to count, which outlives the call",
        "rules use integers",
    ),
    "a constructor that counts in the class it is given": (
        [
            (
                "CELLS = 5",
                "class Seen:\n    count = 0\n\n    def __new__(cls):\n"
                "        cls.count += 1\n        return cls.count\n\n\nCELLS = 5",
            ),
            (RETURN, "return position | Seen()"),
        ],
        "__new__ assigns to count, which outlives the call",
        "rules use integers",
    ),
    "a set of texts, in an order that differs between runs": (
        [(RETURN, "return position | len(next(iter({'o', 'xx'}))) << move")],
        "play goes through a set of texts, whose order differs between runs",
        "rules use integers",
    ),
    "a hash that differs between runs": (
        [(RETURN, "return position | 'text'.__hash__() % 2 << move")],
        "play uses __hash__, and Kibitz cannot tell what that gives",
        "rules use integers",
    ),
    "a function that keeps a count with itself": (
        [(RETURN, "return position | sum(len(each.__dict__) for each in (play,))")],
        "play uses __dict__, and Kibitz cannot tell what that gives",
        "rules use integers",
    ),
    "a text that differs between runs": (
        [(RETURN, "return position | hash('o') % 2")],
        "play uses hash, which is not a pure function",
        "rules use integers",
    ),
    "the address of an object": (
        [(RETURN, "return position | id(play) % 2")],
        "play uses id, which is not a pure function",
        "rules use integers",
    ),
    "the time": (
        [("CELLS = 5", "from time import time\n\nCELLS = 5"), (RETURN, "return int(time())")],
        "play uses time, which is not a pure function",
        "rules use integers",
    ),
    "a class that reads the time": (
        [
            ("CELLS = 5", "from datetime import date\n\nCELLS = 5"),
            (RETURN, "return date.today().day"),
        ],
        "play uses date, which is not a pure function",
        "rules use integers",
    ),
    "a rule that ends the program": (
        [("CELLS = 5", "import sys\n\nCELLS = 5"), (RETURN, "return sys.exit(position)")],
        "play uses sys, a module",
        "no module can be used in a rule",
    ),
    "a hint that counts": (
        [
            ("CELLS = 5", "seen = {}\n\n\ndef wins(position):\n    return seen[0]\n\n\nCELLS = 5"),
            ("canonical=canonical", "canonical=canonical, wins=wins"),
        ],
        "wins uses seen, a dict",
        "use a flat tuple of integers",
    ),
    "an array": (
        [
            ("CELLS = 5", "import numpy\n\nBITS = numpy.arange(5)\nCELLS = 5"),
            (RETURN, "return position | BITS[move]"),
        ],
        "play uses BITS, a ndarray",
        "BITS = tuple(map(int, BITS))",
    ),
}
