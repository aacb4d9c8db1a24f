"""The interface of rules on rows (:mod:`oracles.on_rows`): what gives the options of many."""

from __future__ import annotations

from abc import ABC, abstractmethod

from oracles.kernels import Places
from oracles.packing import Packing, Rows


class RowRules(ABC):
    """What gives options of rows.

    Attributes
    ----------
    packing
        How the positions are packed to begin with.
    """

    packing: Packing

    @property
    def is_slow(self) -> bool:
        """Whether those of which options were given showed that each takes long."""
        return False

    @abstractmethod
    def options(self, packing: Packing, rows: Rows) -> tuple[Rows, Places]:
        """Return the options, one row's after another's, and where each row's end.

        Parameters
        ----------
        packing
            How the rows are packed now.
        rows
            The positions.

        Raises
        ------
        DoesNotFitError
            If the rules are to be asked themselves.
        """
