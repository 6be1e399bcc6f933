"""Exact search without a table: proves bounds on the outcome of one position.

`search_kernels.py` tests whether the outcome of a position of two players is at least a given one,
and stores proved bounds in the hash table of `transposition_table.py`. `two_player_search.py`
repeats the test until the outcome is proved or the effort is used up. `distance_kernels.py` and
`puzzle_distance.py` do the same for the distance of a puzzle from being solved. `line_search.py`
finds lines of puzzles in the interpreter.
"""
