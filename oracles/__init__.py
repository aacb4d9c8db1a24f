"""What is true: rules, explicit game graphs and backward induction."""
