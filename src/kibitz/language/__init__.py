"""Translatable sentences, errors, and the supported languages."""
