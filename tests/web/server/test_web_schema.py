"""Schemathesis over the OpenAPI description, with all its checks.

Whatever is asked, the answer is one that is described; what has the described form is not refused
for its form, and what has not, is.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from kibitz.language.languages import LANGUAGES
from kibitz.web.server.application import inner_application
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = 8  # requests of each operation, besides those at the edges of what is described
WAIT = 60

# Names at random name nothing. These lead further.
KNOWN = {
    "name": ["noughts", "lockout", "peg:triangle", "noughts:rows=4,columns=4,line=4"],
    "position": ["start", "XO.-.X.-...", "...-...-..."],
    "code": [*LANGUAGES],
    "match": ["kibitz+noughts;moves+a1+b2", "kibitz+peg:triangle", "kibitz noughts", "kibitz+"],
    "game": ["noughts", "lockout", "peg:triangle"],
    "play": ["c3", "a1", "0-3"],
    "players": [["human", "perfect"], ["random", "human"], []],
}


def described() -> Any:
    return inner_application().openapi()


def with_known_names(description: Any) -> Any:
    """Return a description that allows only what is known, where that is said."""
    said = deepcopy(description)
    for operations in said["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] in KNOWN:
                    parameter["schema"] = {"enum": KNOWN[parameter["name"]]}
    for body in ("MatchAction", "Ask", "Edited", "Choice"):
        fields = said["components"]["schemas"][body]["properties"]
        fields.update({name: {"enum": KNOWN[name]} for name in fields.keys() & KNOWN.keys()})
    return said


DESCRIPTION = described()
anything = schemathesis.openapi.from_dict(DESCRIPTION)
# A request with a match that is too long may be refused before it is read.
anything.config.checks.negative_data_rejection.expected_statuses.append("413")
# To build a table starts a process that works for seconds; test_web_workers.py does that.
sensible = schemathesis.openapi.from_dict(with_known_names(DESCRIPTION)).exclude(
    method="POST", path="/api/games/{name}/table"
)
sensible.config.phases.coverage.enabled = False  # of edges there are enough above
sensible.config.generation.modes = [schemathesis.GenerationMode.POSITIVE]  # and of wrong forms
bounded = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("tables")) as address:
        yield address


@anything.parametrize()
@bounded
def test_any_request_is_answered_as_described(case: Any, address: str) -> None:
    answer = case.call_and_validate(base_url=address, timeout=WAIT)
    assert answer.status_code < 400 or answer.json()["error"]


@sensible.parametrize()
@bounded
def test_sensible_requests_are_answered_as_described(case: Any, address: str) -> None:
    answer = case.call_and_validate(base_url=address, timeout=WAIT)
    assert answer.status_code < 400 or answer.json()["error"]
