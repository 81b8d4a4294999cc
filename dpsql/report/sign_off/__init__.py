"""The page that somebody signs before a release leaves."""
