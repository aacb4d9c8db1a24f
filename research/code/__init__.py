"""Code as it is read: what a solver is, what it depends on, which of its lines run."""
