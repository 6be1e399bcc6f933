"""Verification of tables against the rules alone; shares no code with the solvers."""
