"""What `import kibitz` gives: games, positions, moves, matches and tables as Python handles them."""
