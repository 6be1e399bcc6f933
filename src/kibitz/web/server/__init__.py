"""The HTTP server: routes, limits, errors and files of the page."""
