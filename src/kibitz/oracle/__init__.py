"""Answers questions about positions: the oracle, its plan and its sources."""
