"""Values of short partizan games: canonical forms, their order and sums, and their notation.

Two games are equal if their difference is a win for the second player. Each class of equal games
has one smallest member, its *canonical form*, and that form is called the value of the games.

Reference: J. H. Conway, *On Numbers and Games*; E. R. Berlekamp, J. H. Conway and R. K. Guy,
*Winning Ways for your Mathematical Plays*; A. N. Siegel, *Combinatorial Game Theory* (2013).
"""
