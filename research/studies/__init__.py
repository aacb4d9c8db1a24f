"""A folder for each game: its claims with their sources, its derivations, its agreements."""
