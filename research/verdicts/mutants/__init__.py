"""Wrong solvers, made by machine: how much a study's comparisons notice.

A *mutant* is a solver with one operator, constant, comparison, argument order or statement of its
answering code changed (``operators``); the answering code is what the compared functions can reach
(``answering``). Each mutant is loaded in a process of its own and put through what checking the
study compares (``forked_runs``). What it came to is one of

caught
    A comparison or a gating claim failed, or the solver crashed.
equivalent
    It passed, and gave the same results as the unchanged solver wherever both were asked: on all
    that is compared and on large drawn arguments.
refuses
    It passed, and refuses a drawn argument that the unchanged solver answers: no wrong answer.
wrong
    It passed, and answers otherwise at a drawn argument, which is shown: a hole in the gate.
hung
    It did not end in a multiple of the time, or of the memory, of the unchanged solver.
"""
