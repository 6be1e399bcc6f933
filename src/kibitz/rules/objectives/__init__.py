"""Objectives of games, one module each.

The rules of a game name its objective (`aim`). The kinds of outcomes are in `outcomes.py`.
"""
