"""What is quick: criteria, counts and full answers. Never imports oracles or research."""
