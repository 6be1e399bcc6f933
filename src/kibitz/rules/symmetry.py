"""`canonical` and `orbit` for any game whose position consists of bit fields.

A symmetry of the board maps each field separately: a set of cells to a set of cells, the index of a
cell to that of another. So the image of a position takes one table lookup per field, and the same
code serves every game.
"""

from __future__ import annotations

from kibitz.rules.rules import POSITION_BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Permutation = Sequence[int]

WIDEST = 6


class Field:
    """Some bits of a position (`width` of them from `shift`) and their images.

    `images[symmetry][content]` is the contribution of this field to the image of the position.
    """

    def __init__(self, shift: int, width: int, images: list[list[int]]) -> None:
        self.shift = shift
        self.width = width
        self.images = images


def set_of_cells(shift: int, permutations: Sequence[Permutation], cells: int) -> list[Field]:
    """Return the fields of a bit set of cells that begins at `shift`."""
    fields = []
    for first in range(0, cells, WIDEST):
        width = min(WIDEST, cells - first)
        images = []
        for permutation in permutations:
            image = [0] * (1 << width)
            for content in range(1, 1 << width):
                lowest = (content & -content).bit_length() - 1
                image[content] = image[content & (content - 1)] | (
                    1 << (shift + permutation[first + lowest])
                )
            images.append(image)
        fields.append(Field(shift + first, width, images))
    return fields


def number(shift: int, width: int, permutations: Sequence[Permutation]) -> Field:
    """Return the field of a number that each permutation maps to another number."""
    images = []
    for permutation in permutations:
        image = list(range(1 << width))
        image[: len(permutation)] = permutation
        images.append([content << shift for content in image])
    return Field(shift, width, images)


def image_of(fields: Sequence[Field]) -> Callable[[int, int], int]:
    """Return the function from a position and the index of a symmetry to the image.

    Bits that are in no field, such as one for the side to move, are unchanged.
    """
    symmetries = len(fields[0].images)
    count = len(fields)
    shifts = tuple(field.shift for field in fields)
    masks = tuple((1 << field.width) - 1 for field in fields)
    sizes = tuple(1 << field.width for field in fields)
    elsewhere = (1 << POSITION_BITS) - 1
    for field in fields:
        elsewhere &= ~((1 << field.width) - 1 << field.shift)
    starts = tuple(sum(sizes[:field]) * symmetries for field in range(count))
    images = tuple(part for field in fields for image in field.images for part in image)

    def image(position: int, symmetry: int) -> int:
        mirrored = position & elsewhere
        for field in range(count):
            content = position >> shifts[field] & masks[field]
            mirrored |= images[starts[field] + symmetry * sizes[field] + content]
        return mirrored

    return image


def least_image(fields: Sequence[Field]) -> Callable[[int], int] | None:
    """Return the function from a position to its canonical form, the least of its images."""
    symmetries = len(fields[0].images)
    if not symmetries:
        return None
    image = image_of(fields)

    def canonical(position: int) -> int:
        least = position
        for symmetry in range(symmetries):
            least = min(least, image(position, symmetry))
        return least

    return canonical


def may_be_canonical(fields: Sequence[Field]) -> Callable[[int], int] | None:
    """Return the function that is 0 if the highest field shows that an image is less.

    None if that field alone does not determine it: others are mapped into its bits.
    """
    *others, last = sorted(fields, key=lambda field: field.shift)
    shift, mask = last.shift, (1 << last.width) - 1
    if any(part >> shift for field in others for image in field.images for part in image):
        return None
    kept = tuple(
        int(all(image[content] >> shift >= content for image in last.images))
        for content in range(1 << last.width)
    )

    def least(position: int) -> int:
        return kept[position >> shift & mask]

    return least


def orbit_size(fields: Sequence[Field]) -> Callable[[int], int] | None:
    """Return the function from a position to the number of its different images, itself included.

    By the orbit-stabiliser theorem, that is the number of symmetries (the identity, which has no
    table, included) divided by the number of those that fix the position.
    """
    symmetries = len(fields[0].images)
    if not symmetries:
        return None
    image = image_of(fields)

    def orbit(position: int) -> int:
        fixing = 1
        for symmetry in range(symmetries):
            if image(position, symmetry) == position:
                fixing += 1
        return (symmetries + 1) // fixing

    return orbit
