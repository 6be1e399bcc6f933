"""Complete solver of peg solitaire, for any board.

No module depends on a particular board: a `PegBoard` (`pegboard.py`) defines the number of holes,
the jumps, and the permutations of the holes that map the board to itself. `pegboard`,
`position_classes` and `pagoda` are plain Python; most other modules import NumPy and Numba.
"""
