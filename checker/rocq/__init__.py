"""Theorems of proof files, written for the proof assistant Rocq, formerly Coq."""


class NotCovered(ValueError):  # noqa: N818  # an outcome that is expected
    """The theorem of a proof file cannot be written for Rocq; the message says why."""
