def judge(given, known, output):
    """Reject an answer unless its moves are legal, reach the end, and make the best total."""
    words, best = output.split(), known.split()
    if not words:
        reject("there is no answer")
    if [word.lower() for word in words] == [NONE]:
        if best != [NONE]:
            reject("{best} can be reached", best=best[0])
        return
    if not is_number(words[0][words[0][:1] == "-" :], 9):
        reject("the answer begins neither with a number nor with {text}", text=repr(NONE))
    position, spent = game.read(given), 0
    for number, word in enumerate(words[1:], start=1):
        if is_over(position):
            reject("move {number} comes after the end", number=str(number))
        written = {game.write(position, move): move for move in rules.moves(position)}
        plain = {text.lower(): move for text, move in written.items()}
        move = written.get(word, plain.get(word.lower()))
        if move is None:
            reject("move {number}, {word}, is not legal", number=str(number), word=word)
        spent += rules.cost_of(position, move)
        position = rules.play(position, move)
    if not is_over(position):
        reject("after the last move the end is not reached")
    made = measured(position, spent)
    if made != int(words[0]):
        reject(
            "the answer announces {announced}, but its moves make {made}",
            announced=words[0],
            made=str(made),
        )
    if best == [NONE] or is_better(made, int(best[0])):
        raise ValueError("JUDGE ERROR: the answer is better than the judge's")
    if made != int(best[0]):
        reject("the moves make {made}, but {best} can be reached", made=str(made), best=best[0])
