"""Kayles: knock down one pin of a row, or two that stand side by side."""

from grundwork import HeapGame, Study


def rest(row):
    found = set()
    for bowled in (1, 2):
        for left in range(row - bowled + 1):
            found.add((left, row - bowled - left))
    return found


source = "R. K. Guy and C. A. B. Smith, Proc. Camb. Phil. Soc. 52 (1956) 514-526"
study = Study("skittles", HeapGame(rest), source=source)
