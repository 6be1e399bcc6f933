"""Solvers: exploration and evaluation of the positions of any rules."""
