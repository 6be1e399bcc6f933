"""Grading of submissions: sandbox, runs, verdicts, marks and reports."""
