"""What the oracle's values suggest, how it fares on other values, and what of it is proved.

A conjecture is made from the values of the smaller half of the positions. The other half, which its
maker has not seen, tests it. That is no proof: a conjecture that passes holds on the values that
there are. One that fails is kept, with the place where it fails.

- ``eventual_periods``: eventual and arithmetic periods
- ``automata``: automata for P-positions and for Grundy values, in each numeration system
- ``heap_sums``: the outcome is the nim sum of values of the single heaps; GF(2) labellings
- ``beatty``: pairs of complementary Beatty sequences
- ``recurrences``: recurrences, generating functions and quasi-polynomials for counts
- ``invariances``: shifts, permutations and doubling
- ``symmetry_discovery``: symmetries and decompositions that rules may declare
- ``p_positions``, ``prove``: the conjectures that become theorems; ``statements`` about these
"""
