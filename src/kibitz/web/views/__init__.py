"""Responses of the JSON API: handlers, views and schemas."""
