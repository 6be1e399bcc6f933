"""Tasks with exact answers about the positions of a game, for language models.

    >>> import kibitz
    >>> task = kibitz.task("noughts", seed=1, index=0, kind="move")
    >>> kibitz.score(task.metadata, f"Answer: {task.answers[0]}").reward
    1.0

A task is plain JSON. It depends on the game, the seed, the index and the options alone, and
grading needs its metadata alone.
"""

from __future__ import annotations

from random import Random

from kibitz.games.registry import family, game_named
from kibitz.language.errors import KibitzError, listed, quoted, whole
from kibitz.rules.game_name import GameName
from kibitz.tasksets.task_kinds import KINDS, Asked, NothingToAsk, grade, kind_named
from kibitz.tasksets.task_positions import SPLITS, positions_of
from kibitz.tasksets.task_prompt import prompt_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Any

    from kibitz.rules.base_game import BaseGame
    from kibitz.tasksets.task_grades import Grade
    from kibitz.tasksets.task_positions import TaskPositions

TRIES = (200, 3_000)  # positions of each outcome that are tried, so that outcomes are balanced


class Task:
    """A question about a position with exact answers.

    `prompt` has the rules, the position and the question. `answers` are right answers: all of them,
    if they can be listed. `metadata` is what `kibitz.score` needs.
    """

    __slots__ = ("answers", "metadata", "prompt")

    def __init__(self, prompt: str, answers: list[str], metadata: dict[str, Any]) -> None:
        self.prompt = prompt
        self.answers = answers
        self.metadata = metadata

    def __repr__(self) -> str:
        return f"<{self.metadata['kind']} task of {self.metadata['game']}: {self.answers[0]}>"

    def score(self, reply: str) -> Grade:
        """Return what a reply is worth, as `kibitz.score` does."""
        return score(self.metadata, reply)

    def as_json(self) -> dict[str, Any]:
        """Return the task as plain JSON."""
        return {"prompt": self.prompt, "answers": self.answers, "metadata": self.metadata}


class TaskOptions:
    """The options of a set of tasks."""

    def __init__(
        self,
        kind: str,
        split: str | None,
        distance: Container[int] | None,
        keeping: Container[int] | None,
        traps: Container[int] | None,
        legal_moves: bool,
    ) -> None:
        self.kind = kind_named(kind)
        if split is not None and split not in SPLITS:
            raise KibitzError(
                "there is no split {name}; the splits are {known}",
                name=quoted(str(split)),
                known=listed(SPLITS),
            )
        self.split = split
        self.distance = _container("distance", distance)
        self.keeping = _container("keeping", keeping)
        self.traps = _container("traps", traps)
        self.legal_moves = legal_moves

    @property
    def selects(self) -> bool:
        """Whether positions are selected by their outcomes."""
        return not (self.distance is self.keeping is self.traps is None)


def _container(name: str, wanted: Container[int] | None) -> Container[int] | None:
    if wanted is None or (hasattr(wanted, "__contains__") and not isinstance(wanted, str)):
        return wanted
    raise KibitzError(
        "{name} must be a whole number, or hold whole numbers as range(5, 9) does, not {value}",
        name=name,
        value=repr(wanted),
    )


def task(
    game: BaseGame | str | PathLike[str],
    seed: int = 0,
    index: int = 0,
    *,
    kind: str = "move",
    split: str | None = None,
    distance: int | Container[int] | None = None,
    keeping: int | Container[int] | None = None,
    traps: int | Container[int] | None = None,
    legal_moves: bool = False,
) -> Task:
    """Return one task of a set, without making those before it. The options are those of `tasks`.

    Examples:
        >>> import kibitz
        >>> kibitz.task("noughts", seed=1, index=7).metadata["game"]
        'noughts'
    """
    chosen = _given(distance), _given(keeping), _given(traps)
    options = TaskOptions(kind, split, *chosen, legal_moves)
    return _task(positions_of(game), options, whole("seed", seed), whole("index", index, 0))


def tasks(
    game: BaseGame | str | PathLike[str],
    count: int,
    seed: int = 0,
    *,
    kind: str = "move",
    split: str | None = None,
    distance: int | Container[int] | None = None,
    keeping: int | Container[int] | None = None,
    traps: int | Container[int] | None = None,
    legal_moves: bool = False,
    variants: int | Sequence[str] = 0,
) -> Iterator[Task]:
    """Yield tasks about the positions of a game; the same seed yields the same ones.

    `kind` is `move` (a best move), `outcome`, `keeping` (all moves that keep the outcome), `legal`
    (all legal moves), `next` (the board after some moves), `solve` (a whole solution of a puzzle)
    or `refute` (a best answer to a mistake). `split` is `train` or `test`: all mirror images of a
    position that is asked about are in one of them. `distance` limits the number of moves to the
    end (or the points), `keeping` how many moves keep the outcome, `traps` how many make it worse:
    numbers, or something that holds numbers, such as `range(3, 8)`. Positions where every move is
    right are left out.

    `legal_moves` lists the legal moves in the prompt. With `variants`, the tasks are about that
    many other games of the same family, with other parameters, or about the games named; those
    with nothing to ask are skipped.

    Examples:
        >>> import kibitz
        >>> [task.answers for task in kibitz.tasks("nim", 2, seed=0)]
        [['b-2'], ['a-1', 'b-1']]
    """
    chosen = _given(distance), _given(keeping), _given(traps)
    options = TaskOptions(kind, split, *chosen, legal_moves)
    count, seed = whole("count", count, 0), whole("seed", seed)
    if variants:
        names = (
            variants_of(game_named(game), variants, seed) if isinstance(variants, int) else variants
        )
        games = [found for found in map(positions_of, names) if _has_task(found, options, seed)]
        if not games:
            raise NothingToAsk("no variant has a position that fits")
    else:
        games = [positions_of(game)]
    for index in range(count):
        yield _task(games[index % len(games)], options, seed, index)


def _given(wanted: int | Container[int] | None) -> Container[int] | None:
    return (wanted,) if isinstance(wanted, int) else wanted


def _has_task(positions: TaskPositions, options: TaskOptions, seed: int) -> bool:
    try:
        _task(positions, options, seed, 0)
    except KibitzError:
        return False
    return True


def variants_of(game: BaseGame, count: int, seed: int) -> list[str]:
    """Return the names of games of the same family with other parameters, at random.

    Each differs in one or two parameters, which are numbers near their defaults or other words.
    """
    rng = Random(f"{game.name} {seed}")
    name = GameName(str(game.name))
    try:
        parameters = family(name.family).parameters.values()
    except KibitzError:
        parameters = ()  # type: ignore[assignment]  # a game in a file
    choices = {
        one.name: _values(one.default, one.bounds, one.choices)
        for one in parameters
        if one.name != "start" and not one.names_cell
    }
    choices = {one: values for one, values in choices.items() if values}
    found: dict[str, None] = {}
    for _ in range(50 * count):
        if len(found) == count or not choices:
            break
        changed = rng.sample(sorted(choices), rng.randint(1, min(2, len(choices))))
        given = dict(name.parameters) | {one: rng.choice(choices[one]) for one in changed}
        try:
            made = str(game_named(GameName.of(name.family, name.variant, given)).name)
        except KibitzError:
            continue  # values that do not go together
        if made != str(game.name):
            found[made] = None
    return list(found)


def _values(
    default: int | str, bounds: tuple[int, int] | None, choices: Sequence[str]
) -> list[int | str]:
    if bounds is None:
        return [one for one in choices if one != default]
    assert isinstance(default, int)
    near = range(max(bounds[0], default - 2), min(bounds[1], default + 2) + 1)
    return [one for one in near if one != default]


def _task(positions: TaskPositions, options: TaskOptions, seed: int, index: int) -> Task:
    game, kind = positions.game, options.kind
    if not kind.serves(game.rules):
        raise NothingToAsk(
            "tasks of the kind {kind} make no sense for {name}", kind=kind.name, name=game.name
        )
    rng = Random(f"{positions.fingerprint} {seed} {index} {kind.name} {options.split}")
    asked, random_reward = _found(positions, options, rng)
    texts = asked.legal if options.legal_moves else None
    metadata = {
        "game": str(game.name),
        "rules": positions.fingerprint,
        "kind": kind.name,
        "position": game.text(asked.position),
        "moves": asked.moves,
        "seed": seed,
        "index": index,
        "split": positions.split_of(asked.position),
        "class": int(game.rules.class_of(asked.position)),
        "difficulty": _difficulty(asked, positions.table is not None or kind.needs_outcomes),
        "random_reward": round(random_reward, 6),
    }
    prompt = prompt_of(game, asked.position, kind.question(asked), texts)
    return Task(prompt, kind.answers(asked), metadata)


def _found(positions: TaskPositions, options: TaskOptions, rng: Random) -> tuple[Asked, float]:
    """Return a position with something to ask, as the options say, and the reward of random play.

    Where random play has the whole reward, such as where every move is right, nothing is asked.
    """
    kind, rules = options.kind, positions.rules
    measures = options.distance if kind.about_drawn else None
    outcomes = positions.outcomes(rng, measures, kind.outcomes(rules.objective))
    for tries in TRIES if positions.table is not None else TRIES[:1]:
        for outcome in outcomes:
            for _ in range(tries):
                position = positions.drawn(rng, measures, outcome)
                if rules.is_over(position):
                    continue
                asked = kind.posed(Asked(positions.oracle, position), rng)
                if asked is not None and _fits(asked, positions, options):
                    random_reward = kind.random_reward(asked, rng)
                    if random_reward < 1:
                        return asked, random_reward
    raise NothingToAsk(
        "no position of {name} fits: {kind}", name=positions.game.name, kind=kind.name
    )


def _fits(asked: Asked, positions: TaskPositions, options: TaskOptions) -> bool:
    """Return whether a position is known, in the split, and as hard as wanted."""
    if options.split is not None and positions.split_of(asked.position) != options.split:
        return False
    if (options.kind.needs_outcomes or options.selects) and not asked.known:
        return False
    if not options.selects:
        return True
    measure = asked.outcome.measure
    if options.distance is not None and (measure is None or abs(measure) not in options.distance):
        return False
    if options.traps is not None and len(asked.mistakes) not in options.traps:
        return False
    return options.keeping is None or len(asked.keeping) in options.keeping


def _difficulty(asked: Asked, known: bool) -> dict[str, Any]:
    """Return exact figures of how hard a position is; only `legal` if outcomes are not known."""
    if not known:
        figures = dict.fromkeys(("keeping", "traps", "best", "chance", "measure"))
        return {"legal": len(asked.legal), "outcome": "unknown", **figures}
    legal, best = len(asked.options), len(asked.best)
    return {
        "legal": legal,
        "keeping": len(asked.keeping),
        "traps": len(asked.mistakes),
        "best": best,
        "chance": round(best / legal, 6),
        "outcome": asked.outcome.kind,
        "measure": asked.outcome.measure,
    }


def score(metadata: Mapping[str, Any], reply: object) -> Grade:
    """Return what a reply to a task is worth, exactly, given the metadata of the task.

    A reply is read tolerantly: boxed, quoted, after “Answer:” or in a sentence. One that can be
    read in two ways scores nothing, and `why` says so.

    Examples:
        >>> import kibitz
        >>> task = kibitz.task("noughts", seed=1, kind="outcome")
        >>> kibitz.score(task.metadata, "It is either won or drawn.")
        <0: the reply names more than one outcome>
    """
    try:
        kind = kind_named(metadata["kind"])
        positions = positions_of(metadata["game"])
        game = positions.game
        position = game.parse(metadata["position"])
        moves, fingerprint = metadata["moves"], metadata["rules"]
    except (KeyError, TypeError):
        raise KibitzError("this is not the metadata of a task") from None
    if positions.fingerprint != fingerprint:
        raise KibitzError("the rules of {name} have changed since the task", name=game.name)
    return grade(kind, Asked(positions.scoring, position, moves), reply)


def kinds_for(game: BaseGame) -> list[str]:
    """Return the kinds of tasks that make sense for a game."""
    return [name for name, kind in KINDS.items() if kind.serves(game.rules)]
