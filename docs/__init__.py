"""The documentation; its pages are Markdown."""
