"""Stores: games solved rank by rank on disk, for more positions than memory holds.

A rank is a number that every move lowers. Its positions are found from those of higher ranks and
solved from those of lower ones, so that no more than a part of a rank need be in memory at once,
and what is finished stays finished. :func:`oracles.store.making.solve_store` makes a store on
any number of processes, :func:`oracles.store.store.open_store` asks it.
"""
