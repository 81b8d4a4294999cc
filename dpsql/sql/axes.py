"""The axes of a partition: one per quasi-identifier, with its values in their order."""

from sqlglot import exp

from dpsql.sql.templates import identifier


def axis_name(j: int) -> exp.Identifier:
    """Column of the spots that holds the position of quasi-identifier `j`."""
    return identifier(f"x{j}")


def order_name(j: int) -> str:
    """Table of the values of quasi-identifier `j`, with positions and coordinates."""
    return f"order_{j}"


def position_on(axis: exp.Column, columns: int) -> exp.Case:
    """The position of a spot on the axis with this number."""
    cases = [
        exp.If(this=exp.Literal.number(j), true=exp.Column(this=axis_name(j)))
        for j in range(columns)
    ]
    return exp.Case(this=axis, ifs=cases)
