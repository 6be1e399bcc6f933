"""Tables as data for learners: rows, planes, actions, files and a data card."""
