"""Matches against Kibitz as an environment of verifiers: `vf-eval kibitz-play`."""

from kibitz.adapters.verifiers import PlayEnv, PlayTaskset

__all__ = ["PlayEnv", "PlayTaskset"]
