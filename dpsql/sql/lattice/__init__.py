"""Classes of nodes: counts, costs and judgements."""
