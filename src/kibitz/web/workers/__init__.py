"""Worker processes that answer questions, and processes that build tables."""
