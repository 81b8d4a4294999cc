"""The trusted core: a release is written aside, read back, verified, and only then published."""
