def judge(given, known, output):
    """Reject an answer unless it has the result and moves that win."""
    words, best = output.split(), known.split()
    result = words[0].lower() if words else ""
    if result not in ("win", "draw", "loss"):
        reject("the answer does not begin with {text}", text="'win', 'draw' or 'loss'")
    if result != best[0]:
        reject("it is a {truth}, not a {result}", truth=best[0], result=result)
    if result != "win":
        if len(words) > 1:
            reject("there is something else after {text}", text=f"'{result}'")
        return
    if len(words) == 1:
        reject("the winning move is missing")
    position = game.read(given)
    legal = {game.write(position, move).lower() for move in rules.moves(position)}
    for word in words[1:]:
        if word.lower() not in legal:
            reject("{word} is not a legal move", word=word)
        if word.lower() not in [one.lower() for one in best[1:]]:
            reject("{word} does not win", word=word)
