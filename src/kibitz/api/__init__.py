"""What `import kibitz` gives: positions, moves, matches, tables, pictures."""
