"""GPU solver for games of men on points, tier by tier, over every placement of the men.

Nothing is explored: the rules list the possible numbers of men (`Rules.men`), and every placement
of them is a position. So a position takes only its code, two bytes, and a game of tens of billions
of positions fits on one GPU. For each tier, moves to lower tiers give codes, moves inside it are
counted and reversed, and values propagate along them. Then, on request, each code is checked
against the codes after every move: that proves them all, since a distance leads down to an end, and
a draw to a draw for ever.
"""

from __future__ import annotations

import math
import os
import time
from typing import NamedTuple

import numpy as np

from kibitz.language.errors import KibitzError
from kibitz.objectives.objective import LARGEST_CODE
from kibitz.solve.gpu import device, men_kernels
from kibitz.solve.gpu.gpu_functions import Functions
from kibitz.solve.gpu.men_kernels import BYTES, CHOSEN, COUNTS, HIGHEST, WRONG
from kibitz.solve.gpu.move_visits import visited
from kibitz.solve.gpu.prefix_sums import running_sums
from kibitz.solve.memory.valuation import ValueTooLargeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from kibitz.core.rules import Men, Rules
    from kibitz.solve.rows import CardRow


VISITS: dict[str, Any] = {
    "weighed": men_kernels.weigh,
    "linked": men_kernels.link,
    "checked": men_kernels.check,
}
THREADS = 256
MOST_BLOCKS = 132 * 64  # of threads, for grid-stride loops
CODE_BYTES = 2


class MenFunctions(Functions):
    """The functions of rules on the device, and their moves with a visitor.

    The lowered `list_moves` stores each move and a count. Here it calls a visitor instead, whose
    result is passed to the next call: no move is stored.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        listing = self.source.names["list_moves"]
        for name, visit in VISITS.items():
            self.defined[f"visit_{name}"] = self._jit(device=True)(self._bound(visit))
            text = visited(self.source.text, listing, name)
            exec(compile(text, f"<moves that are {name}>", "exec"), self.defined)
            self.device[f"list_{name}"] = self.defined[f"list_{name}"]
        shared = self._names[id(men_kernels.weigh.__globals__)]
        shared |= {each: self.device[each] for each in self.device if each.startswith("list_")}


class Block(NamedTuple):
    """Positions with given numbers of men and one rest: `classes` times `width` ranks from `first`.

    `known` is the offset of the possible sets of men of the player to move.
    """

    tier: int
    mine: int
    theirs: int
    rest: int
    first: int
    classes: int
    width: int
    known: int

    @property
    def size(self) -> int:
        """The number of ranks."""
        return self.classes * self.width


class Numbering:
    """Ranks of all positions of a game of men, and the tables for rank and unrank."""

    def __init__(self, men: Men, launch: Callable[..., None]) -> None:
        symmetries = [tuple(range(men.points)), *map(tuple, men.symmetries)]
        images = np.zeros((len(symmetries), BYTES, 256), dtype=np.int32)
        for which, permutation in enumerate(symmetries):
            for point, to in enumerate(permutation):
                byte, bit = divmod(point, 8)
                images[which, byte] |= (np.arange(256) >> bit & 1).astype(np.int32) << to
        cuda = device.cuda()
        self.images = cuda.to_device(images.reshape(-1))
        sets = 1 << men.points
        found = device.empty(sets, np.int32), device.empty(sets, np.int32)
        launch(men_kernels.find_least, sets, sets, self.images, len(symmetries), *found)
        least, turned = (row.copy_to_host() for row in found)
        ones = np.bitwise_count(np.arange(sets, dtype=np.uint32))
        smallest = (least == np.arange(sets)).nonzero()[0]
        smallest = smallest[np.argsort(ones[smallest], kind="stable")]
        per_size = np.bincount(ones[smallest], minlength=men.points + 1)
        begins = np.concatenate([[0], np.cumsum(per_size)])
        classes = np.empty(sets, dtype=np.int32)
        classes[smallest] = np.arange(len(smallest)) - begins[ones[smallest]]
        self.representatives = cuda.to_device(smallest.astype(np.int64))
        self.blocks = list(self._blocks(men, per_size.tolist(), begins.tolist()))
        self.total = sum(block.size for block in self.blocks)
        side = men.points + 1
        rests = 1 + max(block.rest for block in self.blocks)
        at = np.zeros(rests * side * side, dtype=np.int32)
        for number, block in enumerate(self.blocks):
            at[(block.rest * side + block.mine) * side + block.theirs] = number
        binomials = [[math.comb(n, k) for k in range(CHOSEN)] for n in range(side)]
        self.tables = (
            cuda.to_device(classes[least] << 4 | turned),
            self.images,
            cuda.to_device(np.array([block.first for block in self.blocks], dtype=np.int64)),
            cuda.to_device(np.array([block.width for block in self.blocks], dtype=np.int64)),
            cuda.to_device(at),
            cuda.to_device(np.array(binomials, dtype=np.int64).reshape(-1)),
            men.points,
            len(symmetries),
        )

    def _blocks(self, men: Men, per_size: list[int], begins: list[int]) -> Iterator[Block]:
        first = 0
        for tier, mine, theirs, rest in sorted(men.blocks):
            width = math.comb(men.points - mine, theirs)
            block = Block(tier, mine, theirs, rest, first, per_size[mine], width, begins[mine])
            yield block
            first += block.size


class TierCount(NamedTuple):
    """Counts of a tier: won, drawn and lost, up to symmetry and in total; the longest, in plies."""

    tier: int
    blocks: list[tuple[int, int, int]]
    classes: tuple[int, int, int]
    positions: tuple[int, int, int]
    longest_win: int
    longest_loss: int
    digest: int
    moves_inside: int
    seconds: float


class MenOnCard:
    """Solves one game of men. With `folder`, finished tiers are saved there and not repeated."""

    def __init__(self, rules: Rules, *, check: bool = True, folder: str | None = None) -> None:
        if rules.men is None or not rules.two_players:
            raise KibitzError(
                "only a game of two players that describes its men is solved like this"
            )
        self.rules = rules
        self.checking = check
        self.folder = folder
        self.functions = MenFunctions(rules)
        self.numbering = Numbering(rules.men, self._launch)
        need = CODE_BYTES * self.numbering.total
        if need > device.free():
            raise KibitzError(
                "the codes of this game take {need} GiB on the card, where {free} GiB are free",
                need=-(-need >> 30),
                free=int(device.free()) >> 30,
            )
        self.codes = device.empty(self.numbering.total, np.int16)

    def run(self, only: Iterable[int] | None = None) -> Iterator[TierCount]:
        """Solve all tiers, the lowest first, or only some; yield the counts of each."""
        tiers: dict[int, list[Block]] = {}
        for block in self.numbering.blocks:
            tiers.setdefault(block.tier, []).append(block)
        for tier in sorted(tiers) if only is None else only:
            begin = time.perf_counter()
            moves = 0
            if not self._read(tier, tiers[tier]):
                moves = self._solve(tiers[tier])
                self._write(tier, tiers[tier])
            yield self._counted(tier, tiers[tier], moves, begin)

    def code(self, position: int) -> int:
        """Return the code of a position."""
        return int(self.codes_of(np.array([position], dtype=np.int64))[0])

    def codes_of(self, positions: Any) -> Any:
        """Return the codes of some positions."""
        found = device.empty(len(positions), np.int16)
        self._launch(
            men_kernels.look_up, len(positions), len(positions), device.cuda().to_device(positions),
            self.codes, self.numbering.tables, found,
        )  # fmt: skip
        return found.copy_to_host()[: len(positions)]

    def _launch(self, kernel: Callable[..., None], size: int, *arguments: Any) -> None:
        if device.simulated():
            self.functions.launch(kernel, 4, 1, *arguments)
        else:
            blocks = min(MOST_BLOCKS, -(-size // THREADS))
            self.functions.launch(kernel, THREADS, blocks, *arguments)

    def _on_blocks(self, kernel: Callable[..., None], blocks: list[Block], *more: Any) -> None:
        """Run a kernel on each block of a tier."""
        for block in blocks:
            if block.size:
                known = self.numbering.representatives[block.known : block.known + block.classes]
                mine = (block.first, block.size, block.width, block.theirs, block.rest)
                end = next(at for at, thing in enumerate(more) if thing is HERE)
                rows = (self.numbering.tables, self.functions.rows)
                self._launch(kernel, block.size, *mine, *more[:end], known, *more[end + 1 :], *rows)

    def _solve(self, blocks: list[Block]) -> int:
        """Evaluate a tier; return the number of moves inside it."""
        cuda = device.cuda()
        first, last = blocks[0].first, blocks[-1].first + blocks[-1].size
        count = last - first
        tidy()
        left, arrivals = device.empty(count, np.int32), zeros(count)
        signs = cuda.to_device(np.zeros(2, np.int64))
        self._on_blocks(
            men_kernels.weigh_all, blocks, first, last, HERE, self.codes, left, arrivals, signs
        )
        highest, inside = signs.copy_to_host().tolist()
        total = 0
        if inside:
            ends = device.empty(count + 1, np.int64)
            total = running_sums(arrivals, ends)
            del arrivals
            tidy()
            sources = device.empty(total, np.uint32)
            self._on_blocks(men_kernels.link_all, blocks, first, last, HERE, ends, sources)
            size = 0
            while size < highest:
                size += 1
                if size + 1 > LARGEST_CODE:
                    raise ValueTooLargeError
                self._launch(
                    men_kernels.spread, count, size, first, count, self.codes, left, ends, sources,
                    signs,
                )  # fmt: skip
                highest = int(signs.copy_to_host()[HIGHEST])
        self._launch(men_kernels.settle, count, first, count, self.codes, left)
        return total

    def _counted(self, tier: int, blocks: list[Block], moves: int, begin: float) -> TierCount:
        counts = device.cuda().to_device(np.zeros(COUNTS, np.int64))
        self._on_blocks(men_kernels.tally, blocks, int(self.checking), HERE, self.codes, counts)
        found = counts.copy_to_host().tolist()
        if found[WRONG]:
            raise KibitzError(
                "{count} codes of the tier {tier} do not follow from those after each move",
                count=found[WRONG], tier=str(tier),
            )  # fmt: skip
        won, drawn, lost, all_won, all_drawn, all_lost, win, loss, _, digest = found
        men = [(block.mine, block.theirs, block.rest) for block in blocks]
        classes, positions = (won, drawn, lost), (all_won, all_drawn, all_lost)
        seconds = time.perf_counter() - begin
        return TierCount(
            tier, men, classes, positions, max(0, win - 1), max(0, loss - 1), digest, moves, seconds
        )

    # Finished tiers in files

    def _path(self, tier: int) -> str:
        assert self.folder is not None
        return os.path.join(self.folder, f"tier-{tier}.codes")

    def _span(self, blocks: list[Block]) -> CardRow:
        span: CardRow = self.codes[blocks[0].first : blocks[-1].first + blocks[-1].size]
        return span

    def _read(self, tier: int, blocks: list[Block]) -> bool:
        if self.folder is None or not os.path.exists(self._path(tier)):
            return False
        kept = np.fromfile(self._path(tier), dtype=np.int16)
        if len(kept) != sum(block.size for block in blocks):
            return False
        self._span(blocks).copy_to_device(kept)
        return True

    def _write(self, tier: int, blocks: list[Block]) -> None:
        if self.folder is not None:
            os.makedirs(self.folder, exist_ok=True)
            self._span(blocks).copy_to_host().tofile(self._path(tier) + ".part")
            os.replace(self._path(tier) + ".part", self._path(tier))


HERE = object()  # placeholder for the possible sets of men of the player to move


def zeros(count: int) -> CardRow:
    """Return zeros in device memory."""
    row = device.empty(count, np.int32)
    if device.simulated():
        row.copy_to_device(np.zeros(len(row), np.int32))
    else:
        import cupy

        cupy.asarray(row).fill(0)
    return row


def tidy() -> None:
    """Return all freed memory to the device now."""
    device.free()
    if not device.simulated():
        import cupy

        cupy.get_default_memory_pool().free_all_blocks()
