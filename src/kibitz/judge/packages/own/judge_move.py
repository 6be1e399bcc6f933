def fault(given, known, output):
    """Return what is wrong with an answer, None if it tells the result and moves that win."""
    words, best = output.split(), known.split()
    result = words[0].lower() if words else ""
    if result not in ("win", "draw", "loss"):
        return "the answer does not begin with 'win', 'draw' or 'loss'"
    if result != best[0]:
        return f"it is a {best[0]}, not a {result}"
    if result != "win":
        return None if len(words) == 1 else f"something follows after '{result}'"
    if len(words) == 1:
        return "the winning move is missing"
    position = game.read(given)
    legal = {game.write(position, move).lower() for move in rules.moves(position)}
    for word in words[1:]:
        if word.lower() not in legal:
            return f"{word} is not a legal move"
        if word.lower() not in [one.lower() for one in best[1:]]:
            return f"{word} does not win"
    return None
