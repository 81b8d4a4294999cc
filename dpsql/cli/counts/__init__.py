"""Commands about tables of counts."""
