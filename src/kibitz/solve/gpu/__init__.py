"""The same rules on a GPU: lowered, compiled for it, explored and valued there.

    lower      the functions of rules as source text that a compiler of GPU code takes
    card       the card, or numba's simulator of one; what is missing is said in a sentence
    functions  lowered rules compiled, and kernels bound to them
    kernels    what explores on the card; value_kernels: what values there
    classes    the set of all classes of a game, a hash table on the card
    images     how many mirror images of each class belong to the game
    solving    from rules to a table
    strategy   how `solve/table_making.py` drives it

Nothing here is imported before a GPU is asked for.
"""
