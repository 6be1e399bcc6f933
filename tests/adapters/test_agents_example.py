"""The example learns, and draws what it has learned."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.long
@pytest.mark.usefixtures("tables_apart")
def test_a_tabular_agent_learns_and_its_optimality_is_plotted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    monkeypatch.delitem(sys.modules, "train_tabular", raising=False)
    import train_tabular

    output = tmp_path / "optimality.svg"
    words = ["--game", "noughts", "--episodes", "1600", "--output", str(output)]
    curve = train_tabular.main([*words, "--points", "2"])
    assert output.read_text().startswith("<?xml")
    assert [games for games, _ in curve] == [0, 800, 1600]
    _, last = curve[-1]
    assert last.random.keeps < 0.75 < 0.9 < last.keeps
    assert "random moves: " in capsys.readouterr().out


def test_the_example_is_about_the_variant_that_moves_the_oldest_piece() -> None:
    assert 'default="noughts:oldest"' in (EXAMPLES / "train_tabular.py").read_text()


@pytest.mark.usefixtures("tables_apart")
def test_the_code_on_the_page_runs_and_prints_what_it_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (EXAMPLES.parent / "docs/agents.md").read_text()
    blocks = [b for b in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "adapters" in b]
    assert blocks
    promised = [line.partition("  # ")[2] for block in blocks for line in block.splitlines()
                if line.startswith("print(") and "  # " in line]  # fmt: skip
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    printed = capsys.readouterr().out.splitlines()
    for promise in promised:
        assert promise.partition(":")[0] in printed
