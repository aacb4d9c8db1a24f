"""From rules to a theorem, or to an honest bound."""
