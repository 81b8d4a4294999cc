"""Hierarchies as people make, look at and mend them; a job needs none of this."""
