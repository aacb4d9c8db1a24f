"""Families of games: their members, what is known of each, and a census of all of them."""
