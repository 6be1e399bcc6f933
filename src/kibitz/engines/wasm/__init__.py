"""Compiled rules as WebAssembly; README.md lists its files in reading order.

Nothing here needs Numba or NumPy.
"""
