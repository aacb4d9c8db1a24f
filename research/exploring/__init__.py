"""Looking into a game: what :mod:`research.explore` shows, play, export and OEIS files."""
