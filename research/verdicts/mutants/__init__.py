"""Wrong solvers, made by machine: how much a study's comparisons notice."""
