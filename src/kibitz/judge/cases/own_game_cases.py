"""Assignment from a game in a file: find a shortest solution, or a winning move.

Kibitz is not installed on a judge. So the programs of the package contain the file itself, with the
few lines of Kibitz that it needs. They are run on the cases before anything is written: the correct
one must agree with the solver, and a wrong one that passes all cases is left out.
"""

import re
import tomllib
import uuid
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain, islice, zip_longest
from random import Random

from kibitz.games.game_facts import title
from kibitz.games.gamefile import module_of
from kibitz.games.registry import game_named
from kibitz.judge.assignments.assignment import Assignment, Program, part
from kibitz.judge.assignments.embedding import literal, namespace, plain_source
from kibitz.judge.assignments.mutants import Mutant, mutants
from kibitz.judge.assignments.own_statement import described
from kibitz.judge.cases.case import Case, drawn_from
from kibitz.language.errors import KibitzError
from kibitz.language.languages import Language
from kibitz.oracle.answer import Option
from kibitz.oracle.oracle import Oracle
from kibitz.rules import MoveId, PositionId, board, layout
from kibitz.rules.base_game import ROW_END, BaseGame
from kibitz.rules.reach import MOST_LOOKED_UP, reached
from kibitz.rules.rules import Rules
from kibitz.rules.simple_game import SimpleGame, parameters_of
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import Effort

SURVEY = 400  # cases drawn, from which the most distinctive are selected
MOST_CASES = 9  # of one kind
ENOUGH_LINES = 50_000_000  # a search without memory is too slow for more lines
KINDS = {
    "distance": MOST_CASES,
    "unsolvable": 1,
    "endless": 1,
    "win-in": 6,
    "draw": 2,
    "losing-in": 3,
    "win-by": 6,
    "even": 2,
    "lose-by": 3,
}
SINGLE = re.compile(r"(?:best|ways)1(?!\d)")
VAIN = ("unsolvable", "endless", "draw", "losing", "even", "lose")
MARGIN = "margin"
SAMPLE_SEED = 0
EXPLAINING = 3  # moves: a sample that is neither trivial nor long
DEEPEST = 60  # search depth of the slow program
SOURCE = '"@SOURCE@"'  # the gap for the file


class OwnAssignment(Assignment):
    """A game in a file; `KibitzError` says why it makes no assignment."""

    def __init__(self, name: str, language: str = "en") -> None:
        game = game_named(name)
        rules = game.rules
        if not isinstance(game, SimpleGame) or not serves("assignment", rules):
            raise KibitzError(
                "{name} cannot be an assignment: that takes an OwnGame whose positions are listed",
                name=game.name,
            )
        file = game.name.file
        assert file is not None
        self.name = str(game.name)
        self.choice = game.name.choice
        self.game = game
        self.positions = list(islice(reached(game.rules), MOST_LOOKED_UP + 1))
        if len(self.positions) > MOST_LOOKED_UP:
            raise KibitzError(
                "{name} cannot be an assignment: it has more than {most} positions",
                name=game.name,
                most=MOST_LOOKED_UP,
            )
        module = module_of(file)
        with open(file, encoding="utf-8-sig") as text:
            self.source = text.read()
        kind = kind_of(game)
        if kind == MARGIN and may_recur(game.rules, self.positions):
            raise KibitzError(
                "{name} cannot be an assignment: points are counted and positions may recur",
                name=game.name,
            )
        self.about = tomllib.loads(part(f"own/{kind}.toml"))
        self.about["uuid"] = str(uuid.uuid5(uuid.NAMESPACE_OID, self.source + game.name.choice))
        titles = {one: title(game, Language(one)) for one in ("en", language)}
        self.about["title"] = {one: text[:1].upper() + text[1:] for one, text in titles.items()}
        self.about["time_limit"] = 2 + len(self.positions) // 20_000
        self.gaps = {
            "# @BOARD@": plain_source(board),
            "# @LAYOUT@": plain_source(layout),
            SOURCE: literal(self.source),
            '"@START@"': str(game.rules.start),
            '"@PLACED@"': str(game.rules.placements is not None),
            '"@CHOICE@"': repr(chosen(game, module.game)),
            '"@UNFINISHED@"': str(game.rules.two_players),
        }

    @cached_property
    def oracle(self) -> Oracle:
        """The oracle of the game."""
        oracle = Oracle(self.game, effort=Effort(positions=MOST_LOOKED_UP))
        oracle.prepare()
        return oracle

    def statement(self, language: str) -> str:
        return described(self.game, self.samples[0], self.about, Language(language))

    # Cases

    def cases(self, seed: int) -> tuple[list[Case], list[Case]]:
        shown = {case.given for case in self.samples}
        secrets = [case for case in self.survey(seed) if case.given not in shown]
        return self.samples, spread(secrets)

    def others(self, seed: int) -> Iterable[list[Case]]:
        """Return all drawn cases; every other one has a single right move."""
        found = sorted(self.survey(seed), key=lambda case: numbers_in(case)[0])  # the quick first
        single = [case for case in found if SINGLE.search(case.name)]
        rest = [case for case in found if not SINGLE.search(case.name)]
        yield [case for pair in zip_longest(single, rest) for case in pair if case is not None]

    @cached_property
    def samples(self) -> list[Case]:
        """The public cases: an easy one, and one without a solution."""
        found = sorted(self.survey(SAMPLE_SEED), key=how_easy)
        right = [case for case in found if case.name.startswith(("distance", "win-"))]
        right = [case for case in right if not case.name.startswith("distance0")]
        if not right:
            raise KibitzError(
                "{name} cannot be an assignment: no solution and no winning move was found",
                name=self.name,
            )
        vain = [case for case in found if case.name.startswith(VAIN)]
        return [right[0], *vain[:1]]

    def survey(self, seed: int) -> list[Case]:
        """Return many distinct cases."""
        found: dict[str, Case] = {}
        for number in range(SURVEY):
            case = drawn_from(f"{seed}/{number}", self.draw)
            if case is not None:
                found.setdefault(case.given, case)
        return list(found.values())

    def draw(self, random: Random) -> Case | None:
        position = random.choice(self.positions)
        if random.random() < 0.5:  # far from the end, most positions are alike
            line = self.oracle.line(position) or []
            for move in line[: random.randint(0, len(line))]:
                position = self.game.rules.play(position, move)
        return self.case_of(position)

    def case_of(self, position: PositionId) -> Case | None:
        """Return the case of a position, None if the game is over or its notation is ambiguous."""
        game, options = self.game, self.oracle.moves(position)
        texts = {game.move_text(position, option.move).lower() for option in options}
        one_line = game.text(position)
        if len(texts) < len(options) or game.parse(one_line) != position:
            return None
        given = one_line.replace(ROW_END, "\n") + "\n"
        if game.rules.objective.by_margin:
            return self.margin_case(position, given, options) if options else None
        if game.rules.two_players:
            return self.match_case(position, given, options) if options else None
        return self.puzzle_case(position, given, options)

    def puzzle_case(self, position: PositionId, given: str, options: list[Option]) -> Case:
        """Return a case that asks for a shortest or cheapest solution, or for the best end."""
        rules, outcome = self.game.rules, self.oracle.outcome(position)
        none = "endless" if rules.objective.by_score else "unsolvable"
        if outcome.kind == none:  # a low score is an end too, even if it solves nothing
            return Case(f"{none}-moves{len(options)}", given, f"{none}\n")
        line = list(self.oracle.line(position) or ())
        words = [text for text, _ in self.game.line_of(position, line)]
        best = [option.move for option in options if option.outcome == outcome]
        first = next(iter(rules.moves(position)), None)
        trap = "" if first is None or first in best else "-trap"
        end, cost = self.end_of(position, line)
        total, measure = len(words), ""
        if rules.objective.by_score:
            total = rules.worth(end)
            measure = f"-score{total}"
        elif rules.cost is not None:
            total, measure = cost, f"-cost{cost}"
        answer = f"{total}\n{' '.join(words)}\n"
        return Case(f"distance{len(words)}{measure}-best{len(best)}{trap}", given, answer)

    def end_of(self, position: PositionId, line: Iterable[MoveId]) -> tuple[PositionId, int]:
        """Return the position at the end of a line, and the cost of the line."""
        cost = 0
        for move in line:
            cost += self.game.rules.cost_of(position, move)
            position = self.game.rules.play(position, move)
        return position, cost

    def margin_case(self, position: PositionId, given: str, options: list[Option]) -> Case:
        """Return a case that asks for the margin; its answer names all moves that keep it."""
        outcome = self.oracle.outcome(position)
        margin = outcome.measure
        assert margin is not None
        good = [one.move for one in options if one.outcome == outcome]
        first = next(iter(self.game.rules.moves(position)))
        trap = "" if first in good else "-trap"
        words = [self.game.move_text(position, move) for move in good]
        kind = "even" if margin == 0 else f"{'win' if margin > 0 else 'lose'}-by{abs(margin)}"
        length = len(self.oracle.line(position) or ())
        name = f"{kind}-in{length}-ways{len(good)}{trap}"
        return Case(name, given, f"{margin}\n{' '.join(words)}\n")

    def match_case(self, position: PositionId, given: str, options: list[Option]) -> Case:
        """Return a case that asks for a winning move; its answer names all of them."""
        outcome = self.oracle.outcome(position)
        good = [one.move for one in options if one.outcome.kind == outcome.kind]
        if outcome.kind == "loss":
            return Case(f"losing-in{outcome.distance}", given, "loss\n")
        if outcome.kind == "draw":
            return Case(f"draw-safe{len(good)}", given, "draw\n")
        assert outcome.kind == "win"
        rules = self.game.rules
        replies = {
            move: sum(1 for _ in rules.moves(rules.play(position, move)))
            for move in rules.moves(position)
        }
        trap = "" if min(replies, key=lambda move: replies[move]) in good else "-trap"
        words = [self.game.move_text(position, move) for move in good]
        name = f"win-in{outcome.distance}-ways{len(good)}{trap}"
        return Case(name, given, f"win\n{' '.join(words)}\n")

    # Programs

    def programs(self, seed: int) -> list[Program]:
        """Return the correct program, and those with typical mistakes in this game."""
        try:
            namespace(self.validator("output"))
        except Exception as error:  # the file imports modules that a judge does not have
            raise KibitzError(
                "{name} cannot be an assignment: its rules do not work without Kibitz: {reason}",
                name=self.name,
                reason=f"{type(error).__name__}: {error}",
            ) from None
        samples, secrets = self.cases(seed)
        limited = any(one["verdict"] == "time_limit_exceeded" for one in self.about["mistake"])
        slow = limited and any(self.lines_of(case) > ENOUGH_LINES for case in (*samples, *secrets))
        made = super().programs(seed)
        return [one for one in made if slow or one.verdict != "time_limit_exceeded"]

    def mutants(self) -> Iterator[Mutant]:
        """Return mutants of the search and of the rules, in turn."""
        parts = self.about["accepted"][0]
        rules, search = map(part, parts)
        assert self.source is not None
        searches = (
            one._replace(text=self.filled(f"{rules}\n\n{one.text}")) for one in mutants(search)
        )
        games = (
            one._replace(text=self.joined(parts, {SOURCE: literal(one.text)}))
            for one in mutants(self.source)
        )
        both = chain.from_iterable(zip_longest(games, searches))
        return (one for one in both if one is not None)

    def lines_of(self, case: Case) -> int:
        """Return the number of lines of a search without memory, up to a limit."""
        rules, count = self.game.rules, 0
        words = case.answer.split()
        if words[0] == "unsolvable":
            return ENOUGH_LINES + 1  # no depth limit
        layer = {self.game.parse(ROW_END.join(case.given.split())): 1}
        for _ in range(DEEPEST if rules.two_players else int(words[0])):
            after: dict[PositionId, int] = {}
            for position, ways in layer.items():
                for move in rules.moves(position):
                    there = rules.play(position, move)
                    after[there] = after.get(there, 0) + ways
            layer = after
            count += sum(layer.values())
            if count > ENOUGH_LINES or not layer:
                break
        return count


def kind_of(game: SimpleGame) -> str:
    """Return what an assignment of a game asks for: the name of its parts in `packages/own/`."""
    objective = game.rules.objective
    if objective.by_margin:
        return MARGIN
    if game.rules.two_players:
        return "winning"
    if objective.by_score:
        return "final_score"
    return "shortest" if game.rules.cost is None else "cheapest"


def may_recur(rules: Rules, positions: list[PositionId]) -> bool:
    """Return whether some position can recur in a game."""
    entered: dict[PositionId, bool] = {}  # whether everything after it is done
    for first in positions:
        stack = [first]
        while stack:
            here = stack[-1]
            if entered.get(here) is not None:
                stack.pop()
                entered[here] = True
                continue
            entered[here] = False
            for move in rules.moves(here):
                there = rules.play(here, move)
                if entered.get(there) is False:
                    return True
                if there not in entered:
                    stack.append(there)
    return False


def chosen(game: SimpleGame, maker: Callable[..., BaseGame]) -> dict[str, int | str]:
    """Return the arguments for the function that made this game."""
    given = game.name.parameters
    return {
        one.name: int(given[one.name]) if one.bounds else given[one.name]
        for one in parameters_of(maker, str(game.name.file))
        if one.name in given
    }


def spread(cases: list[Case]) -> list[Case]:
    """Return the most distinctive of these cases: each kind, by ascending distance.

    Of cases with equal distance, one that a greedy program fails is preferred, and then one with
    the fewest good moves.
    """
    kept = []
    for kind, most in KINDS.items():
        by_measure: dict[int, Case] = {}
        for case in sorted(cases, key=lambda case: ("trap" not in case.name, numbers_in(case))):
            if case.name.startswith(kind):
                by_measure.setdefault(numbers_in(case)[0], case)
        measures = sorted(by_measure)
        places = min(most, len(measures))
        steps = [at * (len(measures) - 1) // max(1, places - 1) for at in range(places)]
        kept += [by_measure[measures[step]] for step in steps]
    return kept


def how_easy(case: Case) -> tuple[int, str]:
    """Return the sort key of sample cases: short, but not trivial, ones first."""
    return abs(numbers_in(case)[0] - EXPLAINING), case.name


def numbers_in(case: Case) -> list[int]:
    """Return the numbers in the name of a case: the distance first."""
    return [int(number) for number in re.findall("[0-9]+", case.name)]
