"""Types of arrays of integers, for annotations alone."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol, TypeAlias

    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]  # integers of any size, in the memory of the machine

    class ReadArray(Protocol):
        """An array of integers that is only read, in memory or in a file."""

        def __len__(self) -> int: ...
        def __getitem__(self, at: int, /) -> int: ...

    class GPUArray(Protocol):
        """An array on a GPU."""

        @property
        def size(self) -> int: ...
        @property
        def nbytes(self) -> int: ...
        @property
        def dtype(self) -> Any: ...
        @property
        def shape(self) -> tuple[int, ...]: ...
        def __len__(self) -> int: ...
        def __getitem__(self, at: Any, /) -> Any: ...
        def __setitem__(self, at: Any, value: Any, /) -> None: ...
        def copy_to_host(self, ary: Array | None = None) -> Array: ...
        def copy_to_device(self, ary: Any) -> None: ...

    # A list of integers in the interpreter, an array in compiled code: what they have in common is
    # too little for a type, since arrays are cut, sorted and compared as a whole.
    Ints: TypeAlias = Any
else:  # `typing` is slow to import
    Array = ReadArray = GPUArray = Ints = object
