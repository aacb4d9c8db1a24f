"""Wrong solvers, made by machine: how much a study's comparisons notice.

A *mutant* is a solver with one operator, constant, comparison, argument order or statement of its
answering code changed (``operators``, ``answering_code``). Each is loaded in a process of its own
and makes the calls that checking compares, whose right values were recorded once from the solver
as it is (``running``). What it came to is one of

caught
    A call gave another value, a claim by the solvers was refuted, or the solver crashed.
equivalent
    It passed, and gave the same results as the unchanged solver wherever both were asked: on all
    that is compared and on large drawn arguments (``large_cases``).
refuses
    It passed, and refuses a drawn argument that the unchanged solver answers: no wrong answer.
wrong
    It passed, and answers otherwise at a drawn argument, which is shown: a hole in the gate.
hung
    It did not end in a multiple of the time of the unchanged solver.
"""
