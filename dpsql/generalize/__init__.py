"""What an algorithm decides: the levels of a node, boxes, or levels chosen from P alone."""
