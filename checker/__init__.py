"""Programs that check proof files; they import nothing of Grundwork."""
