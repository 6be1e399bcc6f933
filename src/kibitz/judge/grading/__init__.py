"""Grades submissions: sandbox, runs, verdicts, marks and reports."""
