"""Compiles rules and kernels with Numba, and keeps the compiled code."""
