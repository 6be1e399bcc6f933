"""Bit sets of peg positions, and the sweeps that compute which can be won."""
