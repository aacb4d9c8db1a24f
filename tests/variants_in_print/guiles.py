"""Guiles: take a heap of one or two, or take two from a heap and divide the rest."""

from grundwork import Study, octal

study = Study("guiles", octal("0.15"), source="Winning Ways, 2nd ed., ch. 4")

study.grundy_values(
    "The Grundy values of single heaps from 1 on repeat 1, 1, 0, 1, 1, 2, 2, 1, 2, 2.",
    among=lambda heaps: len(heaps) == 1,
    believed=lambda heaps: (2, 1, 1, 0, 1, 1, 2, 2, 1, 2)[heaps[0] % 10],
    controls={"period 5": lambda heaps: (1, 1, 1, 0, 1)[heaps[0] % 5]},
)
