"""Tables, hierarchies as ladders, orders of values, and what is asked of them."""
