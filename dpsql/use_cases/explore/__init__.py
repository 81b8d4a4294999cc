"""Gathers what an internal page shows at other δmax: of levels, pooled releases, cuts and boxes."""
