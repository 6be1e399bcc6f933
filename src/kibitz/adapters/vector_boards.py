"""Many boards of one puzzle at once, for Gymnasium."""

from __future__ import annotations

from kibitz.language.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.adapters.gymnasium_vector import PuzzleVectorEnv

STEP_LIMIT = 200


def vector_env(
    game: str, boards: int, *, step_limit: int = STEP_LIMIT, **parameters: int | str
) -> PuzzleVectorEnv:
    """Return a Gymnasium `VectorEnv` of several boards of a puzzle, stepped by compiled rules.

    It behaves as a `SyncVectorEnv` of as many environments `kibitz/…` made with `truth=False`:
    a board that is over begins again with the next step. Parameters are added to the name.

    Examples:
        >>> import kibitz
        >>> env = kibitz.vector_env("peg:triangle", 3)
        >>> seen, info = env.reset(seed=1)
        >>> seen.shape, info["action_mask"].sum(axis=1).tolist()
        ((3, 2, 5, 9), [4, 4, 4])
    """
    try:
        from kibitz.adapters.gymnasium_vector import PuzzleVectorEnv
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "gymnasium":
            raise
        raise KibitzError(
            "this needs the package {package}: pip install {package}", package="gymnasium"
        ) from None
    given: dict[str, Any] = dict(parameters)
    return PuzzleVectorEnv(game, boards, step_limit=step_limit, **given)
