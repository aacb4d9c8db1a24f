"""Nim, where the player who takes the last counter loses; three heaps."""

from grundwork import Game, Study


class MisereNim(Game):
    misere = True

    def start(self, size):
        for c in range(size + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    yield a, b, c

    def options(self, position):
        for i in range(3):
            heaps = list(position)
            while heaps[i] > 0:
                heaps[i] -= 1
                yield tuple(sorted(heaps))


study = Study("misere-nim", MisereNim(), source="C. L. Bouton, Annals of Math. 3 (1901) 35-39")
