"""Games in play: what is known of them, and pictures of their positions."""
