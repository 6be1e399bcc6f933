"""What hatchling asks while it builds a wheel: the examples go into the package.

So do two modules at the top level, by whose names verifiers finds environments. Nothing is added to
an editable install: that reads them in the checkout, and a copy would grow stale.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Examples(BuildHookInterface):  # type: ignore[type-arg]
    """Puts `examples/` into the wheel as `kibitz/examples/`, for `kibitz new --example`."""

    modules = ("kibitz_play.py", "kibitz_tasks.py")

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"]["examples"] = "kibitz/examples"
            for module in self.modules:
                build_data["force_include"][f"src/{module}"] = module
