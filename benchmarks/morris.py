"""Men's morris on a GPU, by the command: the figures of docs/morris.md.

    python benchmarks/morris.py            # nine men: minutes, 120 GB on one H200, 28 GB of disk
    python benchmarks/morris.py --men 6    # compared with the table that the processor makes

Without a card it says so and stops.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time

import kibitz
from kibitz import KibitzError
from kibitz.oracle import named_tables
from kibitz.oracle.table_summary import summary
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore


def main() -> int:
    """Solve one game, and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--men", type=int, default=9)
    parser.add_argument("--flying", default="usual")
    asked = parser.parse_args()
    game = kibitz.game(f"mens_morris:men={asked.men},flying={asked.flying}")
    with tempfile.TemporaryDirectory(dir=os.environ.get("KIBITZ_CACHE")) as folder:
        store = TableStore(folder, shipped="")
        begin = time.perf_counter()
        try:
            table = named_tables.table_of(game, store=store, resources=Resources("gpu"))
        except KibitzError as error:
            print(f"morris.py: {error}", file=sys.stderr)
            return 2
        said = summary(game, table)
        said["seconds with compiling and writing"] = round(time.perf_counter() - begin, 1)
        said["bytes"] = sum(os.path.getsize(file.path) for file in os.scandir(folder))
        if asked.men < 9:
            by_processor = named_tables.table_of(game, store=store, fresh=True)
            right = sum(by_processor.look_up(at) == table.look_up(at) for at in by_processor)
            said["compared"] = {"classes": len(by_processor), "equal": right}
    print(json.dumps(said))
    return 0


if __name__ == "__main__":
    sys.exit(main())
