"""Rules and ranks of a game of men on the GPU; moves are visited instead of stored."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.engines.gpu import device
from kibitz.engines.gpu.gpu_functions import Functions
from kibitz.engines.gpu.lowering import visited
from kibitz.engines.ranks import men_kernels
from kibitz.engines.ranks.men_kernels import BYTES, CHOSEN
from kibitz.engines.ranks.men_numbering import Numbering
from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules

VISITS: dict[str, Any] = {
    "marked": men_kernels.mark,
    "weighed": men_kernels.weigh,
    "linked": men_kernels.link,
    "checked": men_kernels.check,
}


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


class GPUNumbering:
    """The tables for rank and unrank on the device; `sets` are the least sets of each class."""

    def __init__(self, numbering: Numbering, launch: Callable[..., None]) -> None:
        symmetries, points = numbering.symmetries, numbering.men.points
        images = np.zeros((len(symmetries), BYTES, 256), dtype=np.int32)
        for which, permutation in enumerate(symmetries):
            for point, to in enumerate(permutation):
                byte, bit = divmod(point, 8)
                images[which, byte] |= (np.arange(256) >> bit & 1).astype(np.int32) << to
        cuda = device.cuda()
        images_there = cuda.to_device(images.reshape(-1))
        sets = 1 << points
        found = device.empty(sets, np.int32), device.empty(sets, np.int32)
        launch(men_kernels.find_least, sets, sets, images_there, len(symmetries), *found)
        least, turned = (row.copy_to_host()[:sets] for row in found)
        ones = np.bitwise_count(np.arange(sets, dtype=np.uint32))
        smallest = ((least == np.arange(sets)) & (ones <= numbering.most)).nonzero()[0]
        smallest = smallest[np.argsort(ones[smallest], kind="stable")]
        per_size = np.bincount(ones[smallest], minlength=numbering.most + 1)
        if per_size.tolist() != numbering.per_size:
            raise KibitzError("the symmetries of men must be all symmetries of the board")
        begins = np.concatenate([[0], np.cumsum(per_size)])
        classes = np.zeros(sets, dtype=np.int32)
        classes[smallest] = np.arange(len(smallest)) - begins[ones[smallest]]
        self.sets = smallest.astype(np.int32)
        self.representatives = cuda.to_device(smallest.astype(np.int64))
        blocks, side = numbering.blocks, points + 1
        at = np.zeros((1 + max(block.rest for block in blocks)) * side * side, dtype=np.int32)
        for number, block in enumerate(blocks):
            at[(block.rest * side + block.mine) * side + block.theirs] = number
        binomials = [[math.comb(n, k) for k in range(CHOSEN)] for n in range(side)]
        self.numbering = (
            cuda.to_device(classes[least] << 4 | turned),
            images_there,
            cuda.to_device(np.array([block.first for block in blocks], dtype=np.int64)),
            cuda.to_device(np.array([block.width for block in blocks], dtype=np.int64)),
            cuda.to_device(at),
            cuda.to_device(np.array(binomials, dtype=np.int64).reshape(-1)),
            points,
            len(symmetries),
        )
