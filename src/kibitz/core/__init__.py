"""Definition of a game: rules, board, layout, symmetry, notation, parameters."""
