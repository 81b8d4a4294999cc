"""Commands that write what a warehouse runs."""
