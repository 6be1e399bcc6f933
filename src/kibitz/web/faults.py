"""What is said when something cannot be done: one sentence, and a status of HTTP.

- 404: what is named does not exist;
- 409: what is asked cannot be done, here or now, though it is well put;
- 422: the request does not have the form that is described;
- 429: too much is under way already;
- 503: the server is ending.
"""

from __future__ import annotations

from kibitz.rules.errors import KibitzError, Sentence, UnknownGame
from kibitz.rules.gamefile import blame, is_of_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.language import Language
    from kibitz.web import shapes


CANNOT_BE_DONE = 409
AS_IT_IS = "{words}"  # what is told to the author of a game, in English


class TooFar(KibitzError):
    """A question that may take minutes or hours."""


class TooBusy(KibitzError):
    """More is asked for than is done at a time."""


class Closing(KibitzError):
    """The server is ending; another may answer in its place soon."""


STATUS: tuple[tuple[type[KibitzError], int], ...] = (
    (UnknownGame, 404),
    (TooBusy, 429),
    (Closing, 503),
    (KibitzError, CANNOT_BE_DONE),
)


def status_of(error: KibitzError) -> int:
    """Return the status that goes with an error."""
    return next(status for kind, status in STATUS if isinstance(error, kind))


def fault_of(said: KibitzError | Sentence, language: Language) -> shapes.Fault:
    """Return an error as it is told, in the language of the caller."""
    fault: shapes.Fault = {"error": str(language.tell(said))}
    if "command" in said.details:
        fault["command"] = str(said.details["command"])
    return fault


def error_of_file(error: Exception) -> Sentence | None:
    """Return what is wrong with the file of a game, None if an error comes from elsewhere."""
    return Sentence(AS_IT_IS, words=blame(error)) if is_of_file(error) else None
