"""What the search over levels can tell: minimal nodes, frontiers, proofs and audits."""
