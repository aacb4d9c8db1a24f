"""Toads and Frogs: a toad of Left steps right or jumps over a frog; Right's frogs go left."""

from oracles.strips import PartizanStripGame
from research.claims.study import Study

study = Study(
    "toads-and-frogs",
    PartizanStripGame(
        left=[("T.", ".T"), ("TF.", ".FT")],
        right=[(".F", "F."), (".TF", "FT.")],
        starts=lambda size: ["T" + "." * size + "F"],
    ),
    source="Winning Ways, 2nd ed., ch. 1",
)

study.outcomes(
    "A toad and a frog n squares apart: the player who begins wins if n is odd, and loses if n "
    "is even.",
    among=lambda strip: strip.startswith("T") and strip.endswith("F"),
    believed=lambda strip: "P" if len(strip) % 2 == 0 else "N",
    controls={"the other way": lambda strip: "N" if len(strip) % 2 == 0 else "P"},
)
study.value_table(
    "TFT.TFF has the value ^, T.TFTFF {0|^}, and TFTFT.F *.",
    {"TFT.TFF": "^", "T.TFTFF": "{0|^}", "TFTFT.F": "*"},
    source="CGSuite, Toads and Frogs",
)
