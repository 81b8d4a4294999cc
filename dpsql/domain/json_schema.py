"""The name of the schema of the JSON that every command prints."""

SCHEMA = "dpsql/1"
