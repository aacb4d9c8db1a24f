"""Looking into a game: explore, play, export and OEIS files."""
