"""Peg solitaire solved completely, on any board.

Nothing here knows a board by name: a `PegBoard` says how many holes there are, which jumps there is
room for and which permutations of the holes map the board to itself. The modules, in the order in
which to read them:

    pegboard    the board, as the solver sees it
    classes     position classes: what the rule of three rules out
    pagoda      proofs of impossibility by a weight for each hole
    first       one solution, or the fewest pegs that can be left
    coordinates where a position stands in a dense set of bits
    dense       every position that can be reduced to one peg
    room        where sets are held: in memory or in files
    layers      the game from one position, layer by layer
    ranked      the positions of a set up to symmetry, numbered
    counting    how many ways there are to play
    fewest      the fewest moves, a chain of jumps counted as one
    problems    every problem from one vacancy to one peg
    stages      how far a table has come, kept to go on with later
    table       the table of a game, and all its figures
    budget      how much memory that takes at least

`pegboard`, `classes` and `pagoda` are plain Python; importing any other module but `first` and
`table` imports NumPy and Numba.
"""
