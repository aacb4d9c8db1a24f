"""A folder for each game: its claims with their sources, its derivations, its agreements.

Importing one gives the study with its solver, for answers; its ``PARTS`` add what is claimed.
"""
