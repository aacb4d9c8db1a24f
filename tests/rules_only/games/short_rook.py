"""Corner a rook that moves at most three squares, down or to the left."""

from grundwork import MoveGame, Study

ROOK = MoveGame("""
    position board(x, y)
    move board -> board(x - n, y) for n where 1 <= n & n <= 3 & n <= x
    move board -> board(x, y - n) for n where 1 <= n & n <= 3 & n <= y
""")

study = Study("short-rook", ROOK, source="folklore")
