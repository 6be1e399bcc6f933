"""The five original programs, to the byte, and judges of other people's answers to two of them."""
