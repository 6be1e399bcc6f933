"""Peg solitaire solved completely, on any board.

Nothing here knows a board by name: a `PegBoard` (`pegboard.py`) says how many holes there are,
which jumps there is room for and which permutations of the holes map the board to itself.
`pegboard`, `classes` and `pagoda` are plain Python; most other modules import NumPy and Numba.
"""
