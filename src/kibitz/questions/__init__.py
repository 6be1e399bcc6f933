"""Questions about games and matches, and their answers, for every front end."""
