"""The statements that cut parts of P along the hierarchies, and publish them."""
