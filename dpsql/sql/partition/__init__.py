"""Parts of P: orders, cuts, boxes."""
