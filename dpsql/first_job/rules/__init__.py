"""How a first job generalizes a column: widths, dates, lists, labels of texts."""
