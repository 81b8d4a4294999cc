"""Pictures of the pages: SVG from templates, and the scales and bars that they share."""
