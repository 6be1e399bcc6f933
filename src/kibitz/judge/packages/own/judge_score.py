NONE = "endless"


def is_over(position):
    return next(iter(rules.moves(position)), None) is None


def measured(position, spent):
    return rules.worth(position)


def is_better(one, other):
    return one > other if rules.highest else one < other
