STEPS = {"l": (0, -1), "r": (0, 1), "u": (-1, 0), "d": (1, 0)}
CENTRE = (2, 2)


def landing(squares, piece, step):
    """Return where a piece stops, None if it may not slide that way."""
    others = set(squares) - {squares[piece]}
    row, column = squares[piece]
    while 0 <= row < 5 and 0 <= column < 5:
        ahead = (row + step[0], column + step[1])
        if ahead in others:
            return (row, column) if (row, column) != squares[piece] else None
        row, column = ahead
    return None


def judge(numbers, best, output):
    """Reject the answer unless it is as short as the judge's and every slide is legal."""
    squares = list(zip(numbers[::2], numbers[1::2]))
    words = output.lower().split()
    if words == ["fara", "solutie"]:
        if best is not None:
            reject("there is a solution: {moves}", moves=moves(best))
        return
    if len(words) < 2 or not is_number(words[0], 6) or words[1] != "deplasari":
        reject("the answer does not begin like '4 deplasari' and is not 'Fara solutie'")
    if int(words[0]) != len(words) - 2:
        reject(
            "the answer announces {moves} but lists {listed}",
            moves=moves(int(words[0])),
            listed=len(words) - 2,
        )
    names = "P123456"[: len(squares)]
    for number, word in enumerate(words[2:], start=1):
        name, dash, direction = word.partition("-")
        if not dash or len(name) != 1 or name.upper() not in names or direction not in STEPS:
            reject(
                "move {number}, {word}, is not a piece, a dash and one of l, r, u, d",
                number=str(number),
                word=word,
            )
        if squares[0] == CENTRE:
            reject("move {number} comes after P has arrived", number=str(number))
        piece = names.index(name.upper())
        to = landing(squares, piece, STEPS[direction])
        if to is None:
            reject("move {number}, {word}, is not legal", number=str(number), word=word)
        squares[piece] = to
    if squares[0] != CENTRE:
        reject("after the last move P does not stand on 2 2")
    if best is None or len(words) - 2 < best:
        remark("JUDGE ERROR: the answer is better than the judge's")
        sys.exit(1)
    if len(words) - 2 > best:
        reject(
            plural(
                "{moves}, but {count} is enough",
                "{moves}, but {count} are enough",
                best,
                moves=moves(len(words) - 2),
            )
        )


first = text_of(sys.argv[2]).split()[0]
judge(
    [int(word) for word in text_of(sys.argv[1]).split()],
    int(first) if first.isdigit() else None,
    sys.stdin.buffer.read().decode("utf-8", "replace"),
)
accept()
