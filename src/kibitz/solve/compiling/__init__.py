"""Compilation of rules and kernels with Numba, and the cache of compiled code."""
