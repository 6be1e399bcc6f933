"""Schemathesis over the OpenAPI description: whatever is asked, the answer is one it describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from kibitz.web.app import inner_application
from serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = 12  # requests of each operation

SCHEMA: Any = schemathesis.openapi.from_dict(inner_application().openapi())
OPERATIONS = {one.ok().label: one.ok() for one in SCHEMA.get_all_operations()}
del OPERATIONS["POST /api/games/{name}/table"]  # it starts processes; test_web_api.py asks it


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("tables")) as address:
        yield address


@pytest.mark.parametrize("label", OPERATIONS)
def test_no_request_breaks_the_server(address: str, label: str) -> None:
    operation: Any = OPERATIONS[label]

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        answer = case.call(base_url=address, timeout=60)
        assert answer.status_code < 500, answer.text
        assert str(answer.status_code) in operation.definition.raw["responses"] or (
            answer.status_code in (404, 405)
        )
        case.validate_response(answer, checks=[schemathesis.checks.not_a_server_error])
        if answer.status_code >= 400:
            assert answer.json()["error"]
        elif "json" in answer.headers["content-type"]:
            operation.validate_response(answer)

    ask()
