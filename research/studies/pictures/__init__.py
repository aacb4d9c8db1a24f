"""The pictures of each study, one file per game."""
