"""What is claimed: claims, agreements, derivations and reports."""
