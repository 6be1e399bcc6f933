"""Games by name: the registry, shipped games, games in files, and facts about them."""
