"""Commands to begin with: a demo, a first job, its check, hierarchies."""
