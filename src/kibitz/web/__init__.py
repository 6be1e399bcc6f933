"""Web front end: a page on 127.0.0.1 and a JSON API, both on the match layer."""
