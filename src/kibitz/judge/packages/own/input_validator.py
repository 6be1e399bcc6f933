import sys

# Checks an input: exit status 42 if it is a position of the game, written as it should be.
text = sys.stdin.buffer.read().decode("utf-8", "replace")
position = game.read(text)
right = position is not None and game.draw(position) == text
if right and "@UNFINISHED@":
    right = next(iter(rules.moves(position)), None) is not None
sys.exit(42 if right else 43)
