"""The built-in games, one file each, with their notation and boards."""
