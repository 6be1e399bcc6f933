def judge(given, known, output):
    """Reject an answer unless it has the margin and moves that keep it."""
    words, best = output.split(), known.split()
    if not words or not is_number(words[0][words[0][:1] == "-" :], 9):
        reject("the answer does not begin with a number")
    if int(words[0]) != int(best[0]):
        reject("the margin is {best}, not {announced}", best=best[0], announced=words[0])
    if len(words) == 1:
        reject("the move is missing")
    position = game.read(given)
    legal = {game.write(position, move).lower() for move in rules.moves(position)}
    for word in words[1:]:
        if word.lower() not in legal:
            reject("{word} is not a legal move", word=word)
        if word.lower() not in [one.lower() for one in best[1:]]:
            reject("{word} does not keep the margin", word=word)
