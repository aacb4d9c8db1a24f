"""Games from the literature, each in the short form a researcher would write."""
