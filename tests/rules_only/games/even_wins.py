"""Even wins: take one to four of an odd number of coins; in the end an even number of them wins.

The word is the parity of the coins that the player to move has.
"""

from grundwork import Game, Study


class EvenWins(Game):
    def start(self, size):
        return [("even", coins) for coins in range(1, 2 * size + 2, 2)]

    def options(self, position):
        mine, coins = position
        theirs = "odd" if (coins % 2 == 0) == (mine == "even") else "even"
        for taken in range(1, min(coins, 4) + 1):
            yield theirs, coins - taken

    def final_outcome(self, position):
        return "N" if position[0] == "even" else "P"


study = Study("even-wins", EvenWins(), source="D. H. Ahl, BASIC Computer Games, 1978 (Even Wins)")
