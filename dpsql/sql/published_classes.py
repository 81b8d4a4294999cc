"""Classes as their published texts tell them apart: judged, measured and written.

An algorithm materializes them, with a column ``c0``, ``c1``, … for each quasi-identifier, their
people of P and rows of T, and whether they are mixed. Whoever has equal texts is in one class:
nobody can tell them apart.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.found.statistics import PrivateClasses
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.presence import square_private_count
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.sql.templates import identifier, render

PUBLISHED = "published_classes"


@dataclass(frozen=True)
class PublishedClasses:
    """The published classes: how many, how many of them violate a model, and those of T."""

    count: int
    violating: int
    private: PrivateClasses


def text_name(j: int) -> exp.Identifier:
    """Column of the published classes with the text of quasi-identifier `j`."""
    return identifier(f"c{j}")


def measure_classes(
    engine: Engine, models: Iterable[PrivacyModel], sizes: TableSizes
) -> PublishedClasses:
    """Count the published classes, and those that violate a model."""
    query = render(
        "measure_published_classes",
        violation=any_violation(models, sizes.public_rows),
        squared=square_private_count(sizes.private_rows),
        classes=identifier(PUBLISHED),
    )
    count, violating, private, squares = map(int, engine.fetch(query)[0])
    return PublishedClasses(count, violating, PrivateClasses(private, squares))


def worst_published_query(columns: int, condition: exp.Expr, most: int) -> exp.Query:
    """The statement that lists published classes that meet `condition`, greatest presence first.

    Rows are those of `counting.labels.worst_classes_query`.
    """
    texts = [text_name(j) for j in range(columns)]
    counts = [identifier(name) for name in ("public_count", "private_count")]
    classes = exp.select(*texts, *counts).from_(identifier(PUBLISHED)).where(condition)
    return render(
        "list_worst_classes",
        columns=texts,
        public_count=counts[0],
        private_count=counts[1],
        classes=classes.subquery("violating"),
        most=exp.Literal.number(most),
    )


def has_mixed_classes(engine: Engine) -> bool:
    """Whether equal texts are labels of several levels in some class.

    Then what its rows lose depends on the person, and losses tell more of T than the release does.
    """
    mixed = exp.column("is_mixed").eq(exp.Literal.number(1))
    return count_rows(engine, PUBLISHED, mixed) > 0


def presences_query(columns: int) -> exp.Query:
    """The statement that lists the counts of the published classes of so many quasi-identifiers."""
    codes = [text_name(j) for j in range(columns)]
    return render("list_classes", frequency_set=identifier(PUBLISHED), codes=codes)


def release_classes_query(names: Sequence[str], count: exp.Identifier | None = None) -> exp.Query:
    """The statement whose rows are the release where no column is kept, or by a `count` of rows."""
    return render(
        "release_published",
        columns=[{"code": text_name(j), "name": identifier(name)} for j, name in enumerate(names)],
        classes=identifier(PUBLISHED),
        count=count,
        order=[exp.Literal.number(i) for i in range(1, len(names) + 1)],
    )
