"""Progress bar on a terminal; no output elsewhere."""

from __future__ import annotations

import sys
import time

from kibitz.language.errors import harmless, phrase
from kibitz.language.languages import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self

    from kibitz.language.errors import Sentence

PATIENCE = 1.0  # seconds before anything is shown


class Bar:
    """Shows phase, rate and remaining time, once work takes longer than a second.

    An object of this class is the `progress(phase, done, total)` that solving calls.
    """

    def __init__(
        self,
        language: Language | None = None,
        patience: float = PATIENCE,
        unit: str = phrase("positions"),
    ) -> None:
        self._say = (language or Language()).say
        self._begin = time.monotonic()
        self._patience = patience
        self._bar: Any = None
        self._phase = ""
        self._unit = unit

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        if not (sys.stderr and sys.stderr.isatty()):
            return
        if time.monotonic() - self._begin < self._patience:
            return
        if phase != self._phase:
            from tqdm import tqdm

            self.close()
            self._phase = phase
            self._bar = tqdm(
                desc=self._say(phase),
                total=total,
                initial=done,
                unit=" " + self._say(self._unit),
                unit_scale=True,
                leave=False,
                dynamic_ncols=True,
                file=sys.stderr,
            )
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Erase the bar."""
        if self._bar is not None:
            self._bar.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def notices(language: Language) -> Callable[[Sentence], None]:
    """Return a callback that prints notices to standard error, in a language."""

    def notice(sentence: Sentence) -> None:
        if sys.stderr:
            print(f"kibitz: {harmless(str(language.tell(sentence)))}", file=sys.stderr)

    return notice
