"""Measures what the solvers promise; run it as ``python -m benchmarks``."""
