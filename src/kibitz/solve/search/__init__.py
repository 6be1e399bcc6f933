"""Exact answers without a table: searches that prove what they say.

`search_kernels.py` asks of a position of two players whether its outcome is at least so good, and
keeps what it proves in the table of `shared_table.py`.
`players.py` asks until the outcome is proved or the effort is used up. `distance_kernels.py` and
`distance.py` do the same for the distance of a puzzle from being solved. `lines.py` finds lines of
puzzles in the interpreter.
"""
