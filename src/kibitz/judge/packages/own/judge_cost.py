NONE = "unsolvable"


def is_over(position):
    return rules.worth(position) == 1


def measured(position, spent):
    return spent


def is_better(one, other):
    return one < other
