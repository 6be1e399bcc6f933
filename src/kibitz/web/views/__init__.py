"""What the JSON interface returns: handlers, views and schemas."""
