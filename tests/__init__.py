"""The tests, in folders that mirror the house; what several share is in `support`."""
