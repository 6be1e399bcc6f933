"""Tables and counts of a peg game: reachable and winnable positions, games, fewest moves."""
