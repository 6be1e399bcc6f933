"""One module for each command of `kibitz`."""
