"""Commands for the classroom."""
