"""How much is tested: usually some things stand for others; `KIBITZ_TEST_ALL=1` takes all."""

from __future__ import annotations

import os

EVERYTHING = bool(os.environ.get("KIBITZ_TEST_ALL"))
