"""The totative game: subtract a number that has no common factor with n."""

from math import gcd

from grundwork import Game, Study


class Totative(Game):
    def start(self, size):
        return range(1, size + 2)

    def options(self, position):
        return [position - d for d in range(1, position) if gcd(d, position) == 1]


def least_prime(n):
    return next((p for p in range(2, n + 1) if n % p == 0), 1)


def place_among_primes(p):
    return sum(least_prime(n) == n for n in range(2, p + 1))


study = Study("totative", Totative(), source="D. E. Iannucci and U. Larsson, arXiv:2101.07608")

study.grundy_values(
    "The Grundy value is the index of the least prime factor; 0 for 1.",
    believed=lambda n: place_among_primes(least_prime(n)),
    controls={"0 if even": lambda n: place_among_primes(least_prime(n)) * (n % 2)},
)
