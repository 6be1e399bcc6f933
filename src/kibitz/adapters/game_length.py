"""Maximum length of a game, for learners that allocate memory for a whole game."""

from kibitz.rules.rules import Rules

MOST_VISITED = 20_000  # positions up to symmetry


def longest_game(rules: Rules, most_visited: int = MOST_VISITED) -> int | None:
    """Return the maximum number of moves of a game from the start.

    It is declared by the rules, or else found by visiting every position. None if positions can
    repeat, or if there are too many to visit.
    """
    if rules.max_game_length is not None:
        return rules.max_game_length
    least = rules.class_of
    start = least(rules.start)
    longest: dict[int, int | None] = {start: None}  # None for positions on the current path
    way = [(start, rules.moves(start))]
    lengths = [0]  # the longest game found so far from each of them
    while way:
        position, moves = way[-1]
        move = next(moves, None)
        if move is None:
            way.pop()
            longest[position] = found = lengths.pop()
        else:
            after = least(rules.play(position, move))
            if after not in longest:
                if len(longest) >= most_visited:
                    return None
                longest[after] = None
                way.append((after, rules.moves(after)))
                lengths.append(0)
                continue
            seen = longest[after]
            if seen is None:
                return None
            found = seen
        if lengths:
            lengths[-1] = max(lengths[-1], 1 + found)
    return longest[start]
