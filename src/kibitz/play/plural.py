"""Counts of things, in English."""


def plural(count: int, thing: str) -> str:
    """Return `1 move`, `2 moves`, `1,000 moves`."""
    return f"{count:,} {thing}" + ("" if count == 1 else "s")
