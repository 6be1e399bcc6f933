"""Problem packages for programming judges: the five classics as assignments."""
