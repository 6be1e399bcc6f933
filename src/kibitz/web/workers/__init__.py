"""Worker processes that answer questions, and builders of tables."""
