"""Sentences that can be translated, errors, and the languages that Kibitz speaks."""
