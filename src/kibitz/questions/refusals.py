"""Errors of the API: one sentence and an HTTP status.

- 404: the named object does not exist;
- 409: the request is valid but cannot be fulfilled, here or now;
- 422: the request does not match its schema;
- 429: too many requests are under way;
- 503: the server is shutting down.
"""

from kibitz.language.errors import KibitzError, Sentence, UnknownGame, phrase
from kibitz.play.match_history import MatchError
from kibitz.questions import answers
from kibitz.rules.game_name import GameName

CANNOT_BE_DONE = 409
UNAVAILABLE = 503
SHUTTING_DOWN = phrase("the server is shutting down")
AS_IT_IS = "{words}"  # messages for the author of a game, in English


class TooFar(KibitzError):
    """A question that may take minutes or hours."""


class TooBusy(KibitzError):
    """Too many requests are under way."""


STATUS = {UnknownGame: 404, TooBusy: 429, KibitzError: CANNOT_BE_DONE}


def status_of(error: KibitzError) -> int:
    """Return the HTTP status of an error."""
    return next(status for kind, status in STATUS.items() if isinstance(error, kind))


def fault_of(said: KibitzError | Sentence) -> answers.FaultSchema:
    """Return an error in the schema of the API."""
    fault: answers.FaultSchema = {"error": said}
    if "command" in said.details:
        fault["command"] = str(said.details["command"])
    if "table" in said.details:
        fault["table"] = True
    if "game" in said.details and isinstance(said, MatchError):
        name = GameName(str(said.details["game"]))
        fault["game"], fault["family"] = name, name.family
    return fault


def error_of_file(error: Exception) -> Sentence | None:
    """Return what is wrong with the file of a game, None if an error comes from elsewhere."""
    from kibitz.games.gamefile import blame, is_of_file  # most requests raise no error

    return Sentence(AS_IT_IS, words=blame(error)) if is_of_file(error) else None
