"""Cases of assignments, and their exact answers."""
