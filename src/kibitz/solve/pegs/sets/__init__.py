"""Sets of peg positions, one bit each: which of them can be won."""
