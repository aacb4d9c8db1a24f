"""The derivations of the built-in studies, game by game."""
