"""Objectives: everything that depends on what a game is played for."""
