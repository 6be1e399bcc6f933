"""The rules of the games: what is legal, when it is over, and how people write it down."""
