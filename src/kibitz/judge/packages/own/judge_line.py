def fault(given, known, output):
    """Return what is wrong with an answer, None if it is as short as can be and legal."""
    words, best = output.split(), known.split()
    if not words:
        return "there is no answer"
    if [word.lower() for word in words] == ["unsolvable"]:
        return None if best == ["unsolvable"] else f"there is a solution in {best[0]}"
    if not is_number(words[0], 6):
        return "the answer begins neither with a number nor with 'unsolvable'"
    if int(words[0]) != len(words) - 1:
        return f"the answer announces {words[0]} moves but lists {len(words) - 1}"
    position = game.read(given)
    for number, word in enumerate(words[1:], start=1):
        if rules.worth(position) == 1:
            return f"move {number} comes after the puzzle is solved"
        written = {game.write(position, move): move for move in rules.moves(position)}
        plain = {text.lower(): move for text, move in written.items()}
        move = written.get(word, plain.get(word.lower()))
        if move is None:
            return f"move {number}, {word}, is not legal"
        position = rules.play(position, move)
    if rules.worth(position) != 1:
        return "after the last move the puzzle is not solved"
    if best == ["unsolvable"] or len(words) - 1 < int(best[0]):
        raise ValueError("JUDGE ERROR: the answer is better than the judge's")
    if len(words) - 1 > int(best[0]):
        return f"{len(words) - 1} moves, but {best[0]} are enough"
    return None
