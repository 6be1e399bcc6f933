"""Pictures of positions: scenes, looks, SVG and text."""
