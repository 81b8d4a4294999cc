"""What a pooled release loses by column: on counts in memory."""

from fractions import Fraction

from dpsql.search.class_tables.classes import Classes
from dpsql.search.pooled.settling import Settled, Settling


def measure_losses(settling: Settling, classes: Classes, found: Settled) -> list[Fraction]:
    """Return the loss of each quasi-identifier: the share of its leaves that rows stand for."""
    lost = [0] * len(settling.labels)
    table, last = classes.at(found.pooling.start), found.pooling.nodes[-1]
    for node in found.pooling.nodes:
        if table.node != node:
            table = table.roll_up(node, settling.codes_above)
        # On the last step all settle, however few they are.
        settles = (table.public >= found.pooling.least) | (node == last)
        rows = table.private[settles]
        for j, level in enumerate(node.levels):
            under = settling.labels[j][level].leaves - 1
            of_row = under[table.codes[j][settles]] if j in table.codes else under[0]
            lost[j] += int((of_row * rows).sum())
        table = table.select(~settles)
    rows_of_t = settling.table.private_rows
    most = [(levels[0].leaves - 1) * rows_of_t for levels in settling.table.levels]
    return [Fraction(*pair) if pair[1] else Fraction(0) for pair in zip(lost, most, strict=True)]
