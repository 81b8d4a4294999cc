"""Pictures of presence and of the frontier for notebooks and papers: SVG that loads nothing."""
