def judge(given, known, output):
    """Reject an answer unless it is as short as can be and legal."""
    words, best = output.split(), known.split()
    if not words:
        reject("there is no answer")
    if [word.lower() for word in words] == ["unsolvable"]:
        if best != ["unsolvable"]:
            reject("there is a solution: {moves}", moves=moves(int(best[0])))
        return
    if not is_number(words[0], 6):
        reject("the answer begins neither with a number nor with {text}", text="'unsolvable'")
    if int(words[0]) != len(words) - 1:
        reject(
            "the answer announces {moves} but lists {listed}",
            moves=moves(int(words[0])),
            listed=len(words) - 1,
        )
    position = game.read(given)
    for number, word in enumerate(words[1:], start=1):
        if rules.worth(position) == 1:
            reject("move {number} comes after the puzzle is solved", number=str(number))
        written = {game.write(position, move): move for move in rules.moves(position)}
        plain = {text.lower(): move for text, move in written.items()}
        move = written.get(word, plain.get(word.lower()))
        if move is None:
            reject("move {number}, {word}, is not legal", number=str(number), word=word)
        position = rules.play(position, move)
    if rules.worth(position) != 1:
        reject("after the last move the puzzle is not solved")
    if best == ["unsolvable"] or len(words) - 1 < int(best[0]):
        raise ValueError("JUDGE ERROR: the answer is better than the judge's")
    if len(words) - 1 > int(best[0]):
        reject(
            plural(
                "{moves}, but {count} is enough",
                "{moves}, but {count} are enough",
                int(best[0]),
                moves=moves(len(words) - 1),
            )
        )
