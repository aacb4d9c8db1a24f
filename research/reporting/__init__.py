"""Reports: markdown, tables, formulas and pictures."""
