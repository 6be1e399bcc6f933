"""GPU kernels for placements, and for many layers or sweeps in one launch."""
