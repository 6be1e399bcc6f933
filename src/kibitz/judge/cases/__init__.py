"""Cases of assignments, and what the exact solver knows about them."""
