"""Proposals: what the oracle's values suggest, each made on a part of them and tested on the rest.

A proposer sees the values of the smaller half of the positions and says what may hold for all. The
other half, which it has not seen, tests it. Nothing here is a proof: a proposal that passes holds
on the values that there are. One that fails is kept, with the place where it fails.

- ``eventual_periods``: eventual and arithmetic periods
- ``automata``: automata for P-positions and for Grundy values, in each numeration system
- ``heap_sums``: the outcome is the nim sum of values of the single heaps
- ``beatty``: pairs of complementary Beatty sequences
- ``recurrences``: recurrences, generating functions and quasi-polynomials for counts
- ``invariances``: shifts, permutations and doubling
"""
