"""The page that ``grundwork explore GAME --html FILE`` writes: its data, its graph, its file."""
