"""Commands that measure, compare and choose; nothing is released."""
