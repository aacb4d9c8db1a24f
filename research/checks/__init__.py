"""Checks, which look at a claim and say in words what they saw."""
