"""Checks an input: exit status 42 if it is one line of 2 to 7 different squares."""

import re
import sys

text = sys.stdin.buffer.read().decode("utf-8", "replace")
numbers = text.split()
squares = list(zip(numbers[::2], numbers[1::2]))
right = re.fullmatch(r"[0-4]( [0-4])*\n", text) and len(numbers) % 2 == 0
sys.exit(42 if right and 2 <= len(squares) <= 7 and len(set(squares)) == len(squares) else 43)
