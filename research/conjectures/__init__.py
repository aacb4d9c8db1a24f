"""What the oracle's values suggest, how it fares on other values, and what of it is proved.

A conjecture is made from the values of the smaller half of the positions. The other half, which its
maker has not seen, tests it. That is no proof: a conjecture that passes holds on the values that
there are. One that fails is kept, with the place where it fails.

- ``conjecturing``: P-positions, Grundy values and periods, made on half of the values
- ``tabulating``, ``learning``: automata from the values of formulas, decided by the Kernel theorem
- ``recognising``, ``complementary_pairs``, ``fitting``, ``atoms``: what automata accept, in words
- ``p_positions``, ``prove``: the conjectures that become theorems; ``statements`` about these
"""
