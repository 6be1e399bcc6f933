"""Games of men on points: their positions are ranked, so a table holds codes alone."""
