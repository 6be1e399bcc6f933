"""Instructions of WebAssembly, and the code of a function that is being written."""

from __future__ import annotations

from kibitz.solve.compiling.wasm_format import signed, unsigned, vector

WORD_BITS = 64
I32, I64 = 0x7F, 0x7E
NOTHING = 0x40  # the type of a block without a result
UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = 0x00, 0x02, 0x03, 0x04, 0x05, 0x0B
BRANCH, BRANCH_IF, RETURN, CALL, DROP, SELECT = 0x0C, 0x0D, 0x0F, 0x10, 0x1A, 0x1B
GET, SET, TEE, GET_GLOBAL, SET_GLOBAL = 0x20, 0x21, 0x22, 0x23, 0x24
NUMBER32, NUMBER = 0x41, 0x42
NOT32, AND32, ADD32, SHIFT32, MULTIPLY32 = 0x45, 0x71, 0x6A, 0x74, 0x6C
IS_ZERO, EQUAL, UNEQUAL = 0x50, 0x51, 0x52
LESS, LESS_UNSIGNED, GREATER, GREATER_UNSIGNED = 0x53, 0x54, 0x55, 0x56
AT_MOST, AT_LEAST = 0x57, 0x59
LEADING_ZEROS, ONES, ADD, SUBTRACT, MULTIPLY, DIVIDE = 0x79, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F
AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT = 0x83, 0x84, 0x85, 0x86, 0x87
WRAP, EXTEND = 0xA7, 0xAD
# By the letter of a row, as in `signatures.py`; the operand after each is the alignment.
LOADS = {"Q": b"\x29\x03", "I": b"\x34\x02", "H": b"\x32\x01", "B": b"\x30\x00"}
STORES = {"Q": b"\x37\x03", "I": b"\x3e\x02", "H": b"\x3d\x01", "B": b"\x3c\x00"}
ITEM_BITS = {"Q": 3, "I": 2, "H": 1, "B": 0}  # the size of an item is 2 to that power


def get(local: int) -> bytes:
    """Return the instruction that reads a local."""
    return bytes([GET]) + unsigned(local)


def set_local(local: int) -> bytes:
    """Return the instruction that writes a local."""
    return bytes([SET]) + unsigned(local)


def tee(local: int) -> bytes:
    """Return the instruction that writes a local, and keeps the value."""
    return bytes([TEE]) + unsigned(local)


def number(number: int) -> bytes:
    """Return the instruction for a constant of 64 bits."""
    return bytes([NUMBER]) + signed(number)


def number32(number: int) -> bytes:
    """Return the instruction for a constant of 32 bits."""
    return bytes([NUMBER32]) + signed(number)


def call(function: int) -> bytes:
    """Return the call of a function."""
    return bytes([CALL]) + unsigned(function)


class WasmWriter:
    """Code of a function, with its locals; a label is the depth of a block."""

    def __init__(self, parameters: list[int]) -> None:
        self.code = bytearray()
        self.depth = 0
        self._parameters = len(parameters)
        self._kinds = list(parameters)
        self._used: list[int] = []  # locals for intermediate results
        self._free: dict[int, list[int]] = {I32: [], I64: []}

    def put(self, *parts: int | bytes) -> None:
        """Write instructions."""
        for part in parts:
            if isinstance(part, int):
                self.code.append(part)
            else:
                self.code += part

    def variable(self, kind: int = I64) -> int:
        """Return a new local."""
        self._kinds.append(kind)
        return len(self._kinds) - 1

    def temporary(self, kind: int = I64) -> int:
        """Return a local for an intermediate result, which `release` frees."""
        free = self._free[kind]
        local = free.pop() if free else self.variable(kind)
        self._used.append(local)
        return local

    @property
    def mark(self) -> int:
        """How many locals are in use for intermediate results."""
        return len(self._used)

    def release(self, mark: int) -> None:
        """Free the intermediate results since a mark."""
        for local in self._used[mark:]:
            self._free[self._kinds[local]].append(local)
        del self._used[mark:]

    def open(self, kind: int = BLOCK, result: int = NOTHING) -> int:
        """Begin a block; return its label."""
        self.put(kind, result)
        self.depth += 1
        return self.depth

    def close(self) -> None:
        """End a block."""
        self.put(END)
        self.depth -= 1

    def jump(self, label: int, *, conditional: bool = False) -> None:
        """Jump to the end of a block, or to the beginning of a loop."""
        self.put(BRANCH_IF if conditional else BRANCH, unsigned(self.depth - label))

    def function(self, before: bytes = b"") -> bytes:
        """Return the function, with code that runs before the rest."""
        kinds = self._kinds[self._parameters :]
        body = vector([b"\x01" + bytes([kind]) for kind in kinds]) + before + bytes(self.code)
        body += bytes([END])
        return unsigned(len(body)) + body
