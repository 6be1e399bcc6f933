"""The built-in games, one file each; their notation and boards beside them."""
