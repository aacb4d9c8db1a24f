"""What the oracle's values suggest, how it fares on other values, and what of it is proved.

A conjecture is made from the values of the smaller half of the positions. The other half, which its
maker has not seen, tests it. That is no proof: a conjecture that passes holds on the values that
there are. One that fails is kept, with the place where it fails.

- ``sequences``: periods, recurrences for counts, complementary Beatty sequences
- ``automata``: automata for P-positions and for Grundy values, in each numeration system
- ``invariances``: exchanged, shifted and doubled coordinates; sums of single heaps
- ``symmetry_discovery``: symmetries and decompositions that rules may declare
- ``p_positions``, ``prove``: the conjectures that become theorems; ``statements`` about these
"""
