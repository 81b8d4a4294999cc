"""The trusted core: a release is written to staging, read back, verified, then published."""
