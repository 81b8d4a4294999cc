"""Cost metrics: how much a generalization loses. Costs are exact integers; reports are floats."""
