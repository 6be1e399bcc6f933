"""Kernels that are compiled to WebAssembly, with the types of their arguments.

One letter denotes an argument:

    n   an integer of 64 bits       t   a truth value
    Q   a row of 64-bit integers    I   of 32 bits    H   of 16 bits    B   of truth values
    M   a matrix of 64-bit integers L   of 32 bits
    N   the nodes of a distance search              D   the rows of its depth-first part

`C` denotes a row of codes, whose size depends on the objective.
"""

from __future__ import annotations

from kibitz.engines.wasm import array_kernels
from kibitz.solve.memory import backward, game_kernels, numbering
from kibitz.solve.search import distance_kernels, search_kernels, transposition_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.rules.objectives.objective import Objective
    from kibitz.rules.rules import Rules

    Signatures = dict[Callable[..., Any], tuple[str, ...]]

NUMBER, TRUTH = "n", "t"
TUPLES = {"N": (distance_kernels.Nodes, "QLIILI"), "D": (distance_kernels.DeepArrays, "MMQM")}
CODES = {2: "H", 4: "I"}  # by the size of a code

SHARED: Signatures = {
    array_kernels.fill: ("Qn", "In", "Hn"),
    array_kernels.is_ascending: ("Q",),
    array_kernels.extremes: ("Q", "I"),
    array_kernels.total: ("I", "H"),
    array_kernels.occurrences: ("Qn",),
    array_kernels.first_below: ("Qn",),
    array_kernels.has_goal: ("IIt",),
    array_kernels.first_end_outside: ("IInn",),
    array_kernels.complement: ("IB",),
    array_kernels.count_numbers: ("IH",),
    array_kernels.take: ("QIQ", "III", "HIH"),
    array_kernels.number_places: ("I",),
    array_kernels.sort_pass: ("QIIIn", "IIIIn", "HIIIn"),
    numbering.fill_slots: ("QnI",),
    numbering.look_up: ("QnnQII",),
    numbering.number: ("QInnQnI",),
    backward.reverse: ("IIII",),
    backward.list_decided: ("II",),
    backward.reverse_costs: ("IIIII",),
    backward.by_cost: ("IIIHII",),
    transposition_table.copy: ("QQ",),
    distance_kernels.slot_of: ("nN",),
    distance_kernels.node_of: ("nN",),
    distance_kernels.fill_slots: ("nN",),
}
OF_OBJECTIVE: Signatures = {
    backward.enter: ("IItIC",),
    backward.spread_all: ("IIICInnn",),
    backward.list_waiting: ("tICIC",),
    backward.spread: ("IIICICInnnnn",),
    backward.close: ("IC",),
}
EXPLORING: Signatures = {game_kernels.expand: ("QnntQII",)}
COUNTING: Signatures = {game_kernels.count_images: ("QnnH",)}
MIRRORING: Signatures = {game_kernels.mirror: ("QnnQ",)}
PLACING: Signatures = {
    game_kernels.place: ("nnnQ",),
    game_kernels.list_placements: ("Q",),
    game_kernels.sample_placements: ("nn",),
}
MARKING: Signatures = {game_kernels.mark: ("QnnB",)}
COSTS: Signatures = {game_kernels.write_costs: ("QnnI",)}
SEARCH: Signatures = {search_kernels.search: ("QMMMQQnn",)}
DISTANCE: Signatures = {
    distance_kernels.advance: ("QNnn",),
    distance_kernels.deepen: ("QNDnn",),
}


def of_objective(objective: Objective) -> Signatures:
    """Return the kernels that an objective needs."""
    letter = CODES[objective.code_bytes]
    return {
        kernel: tuple(types.replace("C", letter) for types in each)
        for kernel, each in OF_OBJECTIVE.items()
    }


def of_rules(rules: Rules) -> Iterator[tuple[Rules, Signatures]]:
    """Yield the kernels that a game needs, with the rules that they are bound to."""
    yield rules, EXPLORING
    if rules.canonical is None or rules.orbit is not None:
        yield rules, COUNTING
    for feature, kernels in (
        (rules.canonical, MIRRORING),
        (rules.placements, PLACING),
        (rules.same_mover, MARKING),
        (rules.cost, COSTS),
    ):
        if feature is not None:
            yield rules, kernels
    from kibitz.solve.capabilities import serves

    if serves("search", rules):
        from kibitz.solve.search.two_player_search import with_hints

        yield with_hints(rules), SEARCH
    if serves("best", rules):
        from kibitz.solve.search.puzzle_distance import with_bounds

        yield with_bounds(rules), DISTANCE
