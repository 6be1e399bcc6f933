"""Scope of the tests: a representative subset, or everything with `KIBITZ_TEST_ALL=1`."""

from __future__ import annotations

import os

EVERYTHING = bool(os.environ.get("KIBITZ_TEST_ALL"))
