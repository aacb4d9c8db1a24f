"""Variant delete nim: delete one of two heaps, and split the other into two."""

from grundwork import Game, Study


class DeleteNim(Game):
    def start(self, size):
        return [(a, b) for b in range(1, size + 2) for a in range(1, b + 1)]

    def options(self, position):
        found = set()
        for kept in position:
            for part in range(1, kept // 2 + 1):
                found.add((part, kept - part))
        return sorted(found)


source = "T. Abuku, K. Sakai, M. Shinoda, K. Suetsugu, arXiv:2301.12964"
study = Study("delete-nim", DeleteNim(), source=source)
