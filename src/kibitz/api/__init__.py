"""What `import kibitz` gives: games, positions, matches and tables as Python handles them."""
