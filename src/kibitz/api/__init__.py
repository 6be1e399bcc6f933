"""Python API: the games, positions, matches and tables that `import kibitz` gives."""
