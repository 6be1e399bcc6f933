"""Compiled rules as WebAssembly; README.md lists its files in reading order.

A build needs Numba; the rest runs without it and without NumPy.
"""
