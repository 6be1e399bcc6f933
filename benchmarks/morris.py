"""Men's morris on a GPU, tier by tier, every placement of the men: the figures of docs/morris.md.

    python benchmarks/morris.py            # nine men: some minutes and 120 GB on one H200
    python benchmarks/morris.py --men 6    # compared with the table that the processor makes

One line for each tier as it is finished. Without a card it says so and stops.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kibitz
from kibitz import KibitzError

if TYPE_CHECKING:
    from kibitz.core.rules import Rules
    from kibitz.solve.gpu.men import MenOnCard, TierCount

EXAMPLE = Path(__file__).parent.parent / "examples" / "mens_morris.py"


def main() -> int:
    """Solve, print and write down the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--men", type=int, default=9)
    parser.add_argument("--flying", default="usual")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no tier after so many")
    parser.add_argument("--no-check", action="store_true", help="do not check every code")
    parser.add_argument("--folder", help="keep finished tiers here, and go on from them")
    parser.add_argument("--output", help="write all figures to this file, as JSON")
    asked = parser.parse_args()
    try:
        return run(asked)
    except KibitzError as error:
        print(f"morris.py: {error}", file=sys.stderr)
        return 2


def run(asked: argparse.Namespace) -> int:
    """Solve one game."""
    from kibitz.solve.gpu import device
    from kibitz.solve.gpu.men import MenOnCard

    device.cuda()
    rules = kibitz.game(f"{EXAMPLE}:men={asked.men},flying={asked.flying}").rules
    begin = time.perf_counter()
    solver = MenOnCard(rules, check=not asked.no_check, folder=asked.folder)
    print(f"{device.name()}: {solver.numbering.total:,} numbers in {len(solver.numbering.blocks)} "
          f"blocks, ready after {time.perf_counter() - begin:.1f} s", flush=True)  # fmt: skip
    done = []
    last = True
    for tier in solver.run():
        done.append(tier)
        took = time.perf_counter() - begin
        print(
            f"{took:7.1f} s  tier {tier.tier}: {tier.blocks}, {sum(tier.classes):,} classes, "
            f"won {tier.classes[0]:,} drawn {tier.classes[1]:,} lost {tier.classes[2]:,}, "
            f"longest {tier.longest_win} {tier.longest_loss}, {tier.moves_inside:,} moves inside, "
            f"{tier.seconds:.2f} s",
            flush=True,
        )
        if took > asked.seconds:
            last = False
            break
    whole = report(solver, rules, done, time.perf_counter() - begin, last)
    if asked.men < 9:
        whole["compared"] = compared(solver, rules)
    whole["compiling"] = round(device.Compiling.seconds, 1)
    print(json.dumps({name: said for name, said in whole.items() if name != "tiers"}), flush=True)
    if asked.output:
        Path(asked.output).write_text(json.dumps(whole, indent=1) + "\n")
    return 0


def compared(solver: MenOnCard, rules: Rules) -> dict[str, Any]:
    """Compare every code of the processor's table with the card's."""
    import numpy as np

    from kibitz.solve.compiling.compiled import Kernel
    from kibitz.solve.memory.in_memory import solve

    begin = time.perf_counter() - Kernel.preparing
    solution = solve(rules)
    seconds = time.perf_counter() - Kernel.preparing - begin
    positions = np.array(solution.positions, dtype=np.int64)
    right = int((solver.codes_of(positions) == np.asarray(solution.codes)).sum())
    return {"classes": len(solution), "equal": right, "seconds of the processor": round(seconds, 1)}


def report(
    solver: MenOnCard, rules: Rules, done: list[TierCount], seconds: float, finished: bool
) -> dict[str, Any]:
    """Return all figures."""
    down = [tier for tier in done if tier.tier >> 4 & 31 == 0]
    return {
        "finished": finished,
        "seconds": round(seconds, 1),
        "start": solver.code(rules.start) if finished else None,
        "classes": sum(sum(tier.classes) for tier in done),
        "positions": sum(sum(tier.positions) for tier in done),
        "classes, all men down": sum(sum(tier.classes) for tier in down),
        "won, drawn, lost": [sum(tier.classes[at] for tier in done) for at in range(3)],
        "won, drawn, lost, all men down": [
            sum(tier.classes[at] for tier in down) for at in range(3)
        ],
        "longest win, loss": [
            max(tier.longest_win for tier in done),
            max(tier.longest_loss for tier in done),
        ],
        "moves inside": sum(tier.moves_inside for tier in done),
        "digest": sum(tier.digest for tier in done),
        "tiers": [tier._asdict() for tier in done],
    }


if __name__ == "__main__":
    sys.exit(main())
