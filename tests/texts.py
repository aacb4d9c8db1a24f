"""Rules that several tests write into a researcher's file."""

LINE = """
class Line(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, heap):
        return [heap - n for n in (1, 2) if n <= heap]
"""
