"""The rules of each game, one file per game, and nothing else."""
