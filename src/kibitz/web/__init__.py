"""The face in the browser: a page on 127.0.0.1 and a JSON interface, both on the match layer."""
