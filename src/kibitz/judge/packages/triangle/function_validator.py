# Judges what the course's function returns for the boards of a script: the jumps (from, over, to)
# that win, the last one first; [] for a board that is won; None for one that cannot be won.


def in_order(pegs, coups):
    """Return the pegs after some jumps, None if one of them is not legal."""
    for start, over, to in coups:
        if JUMPS.get((start, to)) != over:
            return None
        pegs = after_jump(pegs, (start, to))
        if pegs is None:
            return None
    return pegs


def wins(pegs, coups):
    left = in_order(pegs, coups)
    return left is not None and len(left) == 1


def judge_result(pegs, result):
    """Reject the function unless its result for a board is right."""
    about = {"board": " ".join(map(str, sorted(pegs)))}
    if "error" in result:
        reject(
            "calcule_solution fails with {error} when the pegs are in {board}",
            error=quote(result["error"]),
            **about,
        )
    found = result["returned"]
    about["found"] = quote(json.dumps(found))
    possible = Dialogue().can_win(pegs, set())
    if found is None or not possible:
        if possible:
            reject(
                "calcule_solution returns None, but pegs in {board} can be won",
                board=about["board"],
            )
        if found is not None:
            reject(
                "calcule_solution returns {found} for pegs in {board}, which cannot be won: it "
                "must return None",
                **about,
            )
        return
    triples = isinstance(found, list) and all(
        isinstance(coup, list) and len(coup) == 3 and all(type(hole) is int for hole in coup)
        for coup in found
    )
    if not triples:
        reject(
            "calcule_solution returns {found} for pegs in {board}: not a list of moves (from, "
            "over, to)",
            **about,
        )
    if not wins(pegs, found[::-1]):
        if wins(pegs, found):
            reject(
                "calcule_solution returns the moves for pegs in {board} in the order of play: the "
                "last one must come first",
                board=about["board"],
            )
        reject("calcule_solution returns {found} for pegs in {board}, which does not win", **about)


lines = sys.stdin.buffer.read().decode("utf-8", "replace").strip().split("\n")
results = json.loads(lines[-1])
if results is None:
    reject("there is no function calcule_solution")
for board, result in zip(boards(text_of(sys.argv[1]).splitlines()), results):
    judge_result(frozenset(at for at in range(15) if board[at] == "1"), result)
accept()
