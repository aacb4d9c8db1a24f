"""One file per game: its claims with their sources, its derivations, its agreements."""
