"""Engines: other places and ways to solve, behind the registries of the middle."""
