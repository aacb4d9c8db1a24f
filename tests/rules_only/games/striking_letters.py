"""Dawson's Kayles: strike out two letters of a word that stand side by side, and are not struck."""

from grundwork import Game, Study


class DawsonsKayles(Game):
    def start(self, size):
        return ["o" * length for length in range(size + 1)]

    def options(self, word):
        for i in range(len(word) - 1):
            if word[i : i + 2] == "oo":
                yield word[:i] + "xx" + word[i + 2 :]


source = "R. K. Guy and C. A. B. Smith, Proc. Camb. Phil. Soc. 52 (1956) 514-526"
study = Study("striking-letters", DawsonsKayles(), source=source)
