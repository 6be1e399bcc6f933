"""Tables and checkpoints on disk, and fingerprints of rules."""
