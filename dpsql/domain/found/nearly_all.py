"""What nearly all is, of values and of rows of kept columns."""

#: Values, or rows, out of so many that make a column nearly unique, or two columns nearly equal.
MANY, OF_SO_MANY = 19, 20
