"""Board of the page in notebooks."""
