"""Many boards of one game at once, for Gymnasium."""

from __future__ import annotations

from kibitz.language.errors import KibitzError
from kibitz.play.opponents import RANDOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.adapters.board_opponents import Policy
    from kibitz.adapters.gymnasium_vector import BoardVectorEnv

STEP_LIMIT = 200


def vector_env(
    game: str,
    boards: int,
    *,
    opponent: str | Policy | None = RANDOM,
    side: int | None = 0,
    step_limit: int = STEP_LIMIT,
    **parameters: int | str,
) -> BoardVectorEnv:
    """Return a Gymnasium `VectorEnv` of several boards of a game, stepped by compiled rules.

    It behaves as a `SyncVectorEnv` of as many environments `kibitz/…` made with `truth=False`:
    a board that is over begins again with the next step. Other keywords are parameters of the
    game; one called `side`, `opponent`, `boards` or `step_limit` is part of its name.

    In a game for two, the agent plays against an `opponent`: `"random"`, `"perfect"`, or a function
    that takes observations and action masks and returns an action for each. `side` is 0 if the
    agent begins, 1 if the opponent does, None to draw one for each game. With `opponent=None` the
    agent moves for both players, and each reward is that of the player who moved.

    Examples:
        >>> import kibitz
        >>> env = kibitz.vector_env("peg:triangle", 3)
        >>> seen, info = env.reset(seed=1)
        >>> seen.shape, info["action_mask"].sum(axis=1).tolist()
        ((3, 2, 5, 9), [4, 4, 4])
        >>> env = kibitz.vector_env("noughts", 3, opponent="perfect", side=1)
        >>> seen, info = env.reset(seed=1)
        >>> seen.shape, info["action_mask"].sum(axis=1).tolist()
        ((3, 3, 3, 3), [8, 8, 8])
    """
    try:
        from kibitz.adapters.gymnasium_vector import BoardVectorEnv
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "gymnasium":
            raise
        raise KibitzError(
            "this needs the package {package}: pip install {package}", package="gymnasium"
        ) from None
    given: dict[str, Any] = dict(parameters)
    return BoardVectorEnv(
        game, boards, opponent=opponent, side=side, step_limit=step_limit, **given
    )
