"""Pure definitions: no SQL, no files, no engine."""
