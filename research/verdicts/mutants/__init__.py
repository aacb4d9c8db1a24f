"""Wrong solvers, made by machine: how much a study's comparisons notice.

A *mutant* is a solver with one operator, constant, comparison, condition, argument order or
statement changed, in a function that runs as it is compared (``operators``). Each is loaded in a
process of its own and makes some of the calls that checking compares, and calls with large drawn
arguments (``large_cases``, ``running``). What it came to is one of

caught
    A call gave another value than the oracle, or the solver crashed; or answers differ at a drawn
    argument, and a comparison or a claim of the whole check notices the mutant.
equivalent
    It passed, and gave the same results as the unchanged solver on the drawn arguments.
refuses
    It passed, and refuses a drawn argument that the unchanged solver answers: no wrong answer.
wrong
    It passed, and answers otherwise at a drawn argument, which is shown: a hole in the gate.
hung
    It did not end in a multiple of the time of the unchanged solver.
"""
