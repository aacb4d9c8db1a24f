"""Write the theorem ``period`` of a proof file for Rocq, whose kernel proves it by computing."""

from __future__ import annotations

from typing import Any

from checker.rocq import NotCovered

MOST_STEPS = 10**8  # a minute or so
FILE = """\
(* {name}: the Grundy values of the take-and-break code {code}. Period {p}, from the heap {n0} on.

   Bit j of the digit number i, counted from 0: a move may take i counters from a heap and leave the
   rest as exactly j heaps that are not empty. By [grundy_unique] in Octal.v, [grundy] is the only
   function with [is_grundy]. Compile with Octal.v and SpragueGrundy.v of checker/rocq. *)
From Coq Require Import List NArith.
From Grundwork Require Import Octal SpragueGrundy.
Import ListNotations.

Definition digits : code := [{digits}].
Definition values : list N := [{values}]%N.

Theorem periodic : is_grundy digits (grundy digits) /\\
  (forall n, n < {n0} + {p} -> grundy digits n = nth n values 0%N) /\\
  (forall n, {n0} <= n -> grundy digits (n + {p}) = grundy digits n).
Proof. apply check_period_correct. vm_cast_no_check (eq_refl true). Qed.

Theorem P_positions heaps : P_position digits heaps <-> nim_sum (grundy digits) heaps = 0%N.
Proof. apply sprague_grundy; [split; discriminate | apply periodic]. Qed.

Definition both := conj periodic P_positions.
Print Assumptions both.
"""


def rocq(name: str, record: dict[str, Any]) -> str:
    """Return ``NAME.v`` for the record of a proof file. It compiles only if the theorem is true.

    Raise ``NotCovered`` for a period that takes too long: the time grows as the square of the
    heaps, or as power k if k > 2 are left.

    >>> nim = {"theorem": "period", "code": [0, 3], "preperiod": 0, "period": 2, "values": [0, 1]}
    >>> "Definition digits : code := [0; 3]." in rocq("nim", nim)
    True
    """
    code, n0, p = record["code"], record["preperiod"], record["period"]
    left = max(1, max(code).bit_length() - 1)
    heaps = left * (max(n0, 1) + p - 1) + len(code)
    if heaps ** max(left, 2) > MOST_STEPS:
        raise NotCovered(f"{heaps} heaps, of which a move leaves {left}, take Rocq too long")
    places = [f"{digit:x}" if digit < 16 else f"({digit})" for digit in code]
    places.insert(1, ".")
    digits, values = ("; ".join(map(str, record[key])) for key in ("code", "values"))
    return FILE.format(name=name, code="".join(places), n0=n0, p=p, digits=digits, values=values)
