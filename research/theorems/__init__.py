"""Theorems: their conditions, and how a game meets them."""
