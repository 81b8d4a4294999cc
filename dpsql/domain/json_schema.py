"""The name of the JSON that every command prints."""

SCHEMA = "dpsql/1"
