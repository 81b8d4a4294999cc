"""The text of a first job: YAML with comments that give reasons, and ask."""
