"""Exact answers without a table: searches that prove what they say.

`search_kernels.py` asks of a position of two players whether its outcome is at least so good.
`players.py` asks until the outcome is proved or the effort is used up. `lines.py` finds lines of
puzzles.
"""
