"""What is said when something cannot be done: one sentence, and a status of HTTP.

- 404: what is named does not exist;
- 409: what is asked cannot be done, here or now, though it is well put;
- 422: the request does not have the form that is described;
- 429: too much is under way already;
- 503: the server is ending.
"""

from __future__ import annotations

from kibitz.language.errors import KibitzError, Sentence, UnknownGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.language.languages import Language
    from kibitz.web.views import schemas


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


def fault_of(said: KibitzError | Sentence, language: Language) -> schemas.FaultSchema:
    """Return an error as it is told, in the language of the caller."""
    fault: schemas.FaultSchema = {"error": str(language.tell(said))}
    if "command" in said.details:
        fault["command"] = str(said.details["command"])
    return fault


def error_of_file(error: Exception) -> Sentence | None:
    """Return what is wrong with the file of a game, None if an error comes from elsewhere."""
    from kibitz.catalogue.gamefile import blame, is_of_file  # most requests raise no error

    return Sentence(AS_IT_IS, words=blame(error)) if is_of_file(error) else None
