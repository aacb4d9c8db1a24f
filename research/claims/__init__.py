"""Claims, studies and agreements."""
