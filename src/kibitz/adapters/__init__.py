"""Adapters for Gymnasium, PettingZoo and OpenSpiel; for language models, also for other projects.

Each is a module of its own, needs the extra of its name, and is not imported by the others.
"""
