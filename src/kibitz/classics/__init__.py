"""The five original programs, byte for byte, and checks of answers to two of them."""
