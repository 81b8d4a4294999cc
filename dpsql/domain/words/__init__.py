"""The words that names of columns have, by what they say."""
