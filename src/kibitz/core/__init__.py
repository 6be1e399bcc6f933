"""What a game is: rules, board, layout, symmetry, notation, parameters."""
