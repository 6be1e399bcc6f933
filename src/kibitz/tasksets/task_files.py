"""Files of tasks: JSON lines or Parquet, each with a data card that says what is in it."""

from __future__ import annotations

import json
import os

from kibitz.export.export_files import need_pyarrow
from kibitz.language.errors import KibitzError
from kibitz.system.whole_files import write_file, written_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from kibitz.tasksets.task_sets import Task

JSONL, PARQUET = ".jsonl", ".parquet"
AT_ONCE = 1_000  # tasks in a row group

CARD = """\
# {file}

{count:,} tasks of the kind `{kind}` about {games}, made by Kibitz. Every answer is exact: it is
read from a table of all positions or proved by a search.

`{command}` makes the same tasks again.

| column | meaning |
|---|---|
| `prompt` | the rules, the position, the question and the form of the answer |
| `answers` | right answers; all of them, where they can be listed |
| `metadata` | the data for `kibitz.score(metadata, reply)`{stored}, and the difficulty |

## Reward

`kibitz.score` gives a reward from 0 to 1. For a move, four fifths are for the result and one fifth
for the number of moves if the result is kept; if no move can make the result worse, only the
number of moves counts.
Random play has the mean reward **{random:.3f}** on these tasks; each task has its own in
`random_reward`. A best reply has the reward 1.

| outcome | tasks |
|---|--:|
{outcomes}

| split | tasks |
|---|--:|
{splits}

All mirror images of a position are in the same split.

## Licence

The answers are facts about the games. Kibitz, which found them, is under the MIT licence.
"""


def check_format(path: str) -> None:
    """Raise an error if tasks cannot be written to a file with that ending."""
    ending = os.path.splitext(path)[1].lower()
    if ending == PARQUET:
        need_pyarrow()
    elif ending != JSONL:
        raise KibitzError("a file of tasks ends in .jsonl or .parquet, not as {path}", path=path)


def write_tasks(tasks: Iterable[Task], path: str, command: str) -> dict[str, Any]:
    """Write tasks and their data card; return a summary.

    The file and its card appear whole or not at all.
    """
    check_format(path)
    counted: dict[str, dict[str, int]] = {"outcome": {}, "split": {}, "game": {}, "kind": {}}
    total, random = 0, 0.0

    def counting() -> Iterable[Task]:
        nonlocal total, random
        for task in tasks:
            said = {**task.metadata, "outcome": task.metadata["difficulty"]["outcome"]}
            for field, counts in counted.items():
                counts[said[field]] = counts.get(said[field], 0) + 1
            total += 1
            random += said["random_reward"]
            yield task

    with written_whole(path) as temporary:
        if path.lower().endswith(PARQUET):
            _write_parquet(counting(), temporary)
        else:
            _write_lines(counting(), temporary)
    mean = random / total if total else 0.0
    beside = f"{path}.md"
    write_file(
        beside,
        CARD.format(
            file=os.path.basename(path),
            count=total,
            kind=", ".join(counted["kind"]),
            games=", ".join(f"`{name}`" for name in counted["game"]),
            command=command,
            stored=", as JSON text" if path.lower().endswith(PARQUET) else "",
            random=mean,
            outcomes=_rows(counted["outcome"]),
            splits=_rows(counted["split"]),
        ),
    )
    size = os.path.getsize(path)
    return {"file": path, "card": beside, "tasks": total, "bytes": size, "random_reward": mean}


def _rows(counts: dict[str, int]) -> str:
    return "\n".join(f"| {name} | {count:,} |" for name, count in sorted(counts.items()))


def _write_lines(tasks: Iterable[Task], path: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        for task in tasks:
            file.write(json.dumps(task.as_json(), ensure_ascii=False) + "\n")


def _write_parquet(tasks: Iterable[Task], path: str) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    text = pa.string()
    schema = pa.schema([("prompt", text), ("answers", pa.list_(text)), ("metadata", text)])
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        rows: list[dict[str, Any]] = []
        for task in tasks:
            said = task.as_json()
            rows.append({**said, "metadata": json.dumps(said["metadata"], ensure_ascii=False)})
            if len(rows) == AT_ONCE:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows.clear()
        writer.write_table(pa.Table.from_pylist(rows, schema))
