"""The statements of a job, in their order: those that count, check and release; none is run.

Reads only the job and its hierarchy files. Statements are trees over logical names; the writers of
scripts and dbt projects add dialects and places.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from sqlglot import exp

from dpsql.domain.hierarchy import Hierarchy, LabelHierarchy
from dpsql.domain.quasi_identifier import QuasiIdentifier
from dpsql.hierarchies.load import mapping_query
from dpsql.privacy.model import any_violation
from dpsql.release.write import release_query, release_rows_query
from dpsql.search.checker import count_nodes_query
from dpsql.sql.counting.generalization import mapping_columns, mapping_rows
from dpsql.sql.counting.leaves import coverage_query, leaves_name, leaves_query, mapping_name
from dpsql.sql.counting.tuples import TUPLES, tuples_query
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, Levels, encode_query
from dpsql.sql.pooling.published import release_rows_query as release_pooled_rows_query
from dpsql.sql.published_classes import release_classes_query
from dpsql.sql.tables.people import MOST_PEOPLE, check_people_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.guard import guard, list_guards
from dpsql.warehouses.scripts.outline import UNKNOWN_SIZES, Outline, UnreadHierarchy
from dpsql.warehouses.scripts.pooled import list_pooled_steps
from dpsql.warehouses.scripts.sensitive import check_values_at_node
from dpsql.warehouses.scripts.step import Step, make_check

RELEASE = "release"


def list_steps(outline: Outline, *, ignores_trailing_blanks: bool = False) -> Iterator[Step]:
    """Yield the statements in an order in which they can be run.

    With `ignores_trailing_blanks`, further steps check for texts with trailing blanks.
    """
    before = list(_list_start(outline, ignores_trailing_blanks=ignores_trailing_blanks))
    yield from before
    yield from _list_end(outline, before)


def _list_start(outline: Outline, *, ignores_trailing_blanks: bool) -> Iterator[Step]:
    """Yield all steps that count and check before the release is made."""
    if ignores_trailing_blanks:
        yield from _check_trailing_blanks(outline)
    yield from _check_keys(outline.tables)
    yield from _check_counts(outline.tables)
    yield Step(TUPLES, tuples_query(outline.tables), TUPLES)
    part = render("measure_tuples", shortened=[])
    excess = "excess_rows is 0, or T is no part of P"
    yield make_check("is_part", "check that T is a part of P", part, excess, "excess_rows")
    for j, (name, hierarchy) in enumerate(outline.hierarchies.items()):
        yield from _list_leaves(j, name, outline, hierarchy)
    if outline.least is None:
        yield from _check_node(outline)
    else:
        yield from list_pooled_steps(outline, outline.least)
    if outline.models:
        violating = outline.classes(any_violation(outline.models, UNKNOWN_SIZES.public_rows))
        listed = f"{outline.counts[1]} is of T, and not to be shown"
        title = f"violating classes{_where(outline)}"
        yield Step(title, violating, expected=listed, report="violating_classes")


def _check_node(outline: Outline) -> Iterator[Step]:
    """Yield steps that judge and measure the classes of the chosen node."""
    node, raw = outline.node, Levels(outline.lattice, outline.lattice.raw)
    check = count_nodes_query([node], outline.lattice, outline.models, UNKNOWN_SIZES)
    yield Step(FREQUENCY_SET, encode_query(raw), FREQUENCY_SET)
    holds = "violating_classes is 0"
    yield Step(f"check of node {node.levels}", check, expected=holds, report="node_check")
    yield from check_values_at_node(outline, raw)
    yield Step(f"loss of node {node.levels}", _losses_query(outline), report="losses")


def _where(outline: Outline) -> str:
    """The end of a title: where the classes are."""
    return f" of node {outline.node.levels}" if outline.least is None else " where people settle"


def _list_end(outline: Outline, before: Sequence[Step]) -> Iterator[Step]:
    """Yield the release, which is empty if an earlier step finds a fault, and its comparison."""
    where = (
        f"node {outline.node.levels}" if outline.least is None else "the nodes where people settle"
    )
    guarded = guard(_release_query(outline), list_guards(outline, before))
    yield Step(f"release at {where}", guarded, RELEASE)
    classes = outline.classes(exp.true()).subquery("counted")
    none = "different_classes is 0; else the release is empty, or T changed: withdraw it"
    yield make_check(
        "release_is_counted",
        "check that the release is what was counted",
        compare_query(outline, classes),
        none,
        "different_classes",
    )


def _release_query(outline: Outline) -> exp.Query:
    """Return the query whose rows are the release, unless something is wrong."""
    tables = outline.tables
    if outline.least is None:
        make = release_rows_query if tables.named_count is None else release_query
        return make(tables, outline.hierarchies, outline.node, outline.is_mapped)
    if tables.named_count is not None:
        return release_classes_query(list(outline.hierarchies), tables.named_count)
    return release_pooled_rows_query(tables, outline.hierarchies, outline.nodes, outline.is_mapped)


def compare_query(outline: Outline, classes: exp.Expr) -> exp.Query:
    """Return the query that compares the rows of the release with the counts that were judged.

    `classes`: a table or subquery named ``counted``, of the classes at the levels of the release.
    """
    count = outline.tables.release_count
    rows = exp.Literal.number(1) if count is None else column(count, RELEASE)
    columns = [
        {
            "code": identifier(f"c{j}"),
            "counted": exp.cast(column(name, "counted"), "VARCHAR"),
            "released": exp.cast(column(name, RELEASE), "VARCHAR"),
        }
        for j, name in enumerate(outline.hierarchies)
    ]
    return render(
        "compare_release",
        columns=columns,
        private_count=column(outline.counts[1], "counted"),
        released_count=exp.cast(exp.Neg(this=rows), "BIGINT"),
        classes=classes,
    )


def _check_keys(tables: Tables) -> Iterator[Step]:
    """Yield steps that check whether each key names one person, if T is given by key."""
    key = tables.private_rows.key
    if key is None:
        return
    unique = "the three numbers are equal, or the key names nobody or several"
    for table, title in ((PUBLIC, "P"), (PRIVATE, "T")):
        query = render("count_keys", source=identifier(table), key=column(key))
        fault = column("row_count").neq(column("distinct_key_count"))
        yield Step(
            f"check of the key in {title}",
            query,
            expected=unique,
            fault=fault,
            report=f"key_of_{title}",
        )
    query = render(
        "count_unknown_keys", public_key=column(key, PUBLIC), private_key=column(key, PRIVATE)
    )
    none = "unknown_count is 0"
    yield make_check("known_keys", "check that P has the keys of T", query, none, "unknown_count")


def _check_counts(tables: Tables) -> Iterator[Step]:
    """Yield steps that check the counts of P and of T, if their rows stand for several people."""
    for title, people in (("P", tables.people), ("T", tables.private_people)):
        if people is None:
            continue
        fault = exp.or_(
            *(column(name).neq(exp.Literal.number(0)) for name in ("empty_rows", "strange_rows")),
            column("people") > exp.Literal.number(MOST_PEOPLE),
        )
        yield Step(
            f"check of the counts in {title}",
            check_people_query(people),
            expected="the first two numbers are 0, or people are miscounted",
            fault=fault,
            report=f"counts_of_{title}",
        )


def _check_trailing_blanks(outline: Outline) -> Iterator[Step]:
    """Yield steps that count values and labels with trailing blanks, which are ignored."""
    names = [*outline.hierarchies]
    tables = {PUBLIC: names}
    if outline.tables.private_rows.mark is None:
        tables[PRIVATE] = names
    for j, words in enumerate(outline.job.quasi_identifiers.values()):
        if words.table is not None:
            tables[source_name(j)] = [*(words.columns or ())]
    for table, columns in tables.items():
        texts = [exp.cast(column(name, table), "VARCHAR") for name in columns]
        ends = [exp.Length(this=text).neq(_trimmed(text)) for text in texts]
        query = render("count_rows", source=identifier(table), condition=exp.or_(*ends))
        none = "row_count is 0, or values are mistaken for others"
        yield make_check(
            f"blanks_in_{table}", f"check for trailing blanks in {table}", query, none, "row_count"
        )


def _trimmed(text: exp.Expr) -> exp.Expr:
    trimmed = exp.Trim(this=text.copy(), position="TRAILING")
    return exp.Length(this=trimmed)


def _list_leaves(j: int, name: str, outline: Outline, hierarchy: Hierarchy) -> Iterator[Step]:
    """Yield steps that make the mapping table, if there is one, and the table of leaves."""
    words, mapping = outline.job.quasi_identifiers[name], mapping_name(j)
    if isinstance(hierarchy, UnreadHierarchy):
        yield Step(mapping, _read_mapping(j, words), mapping)
        yield from _check_parents(j, name, hierarchy)
    elif isinstance(hierarchy, LabelHierarchy) and outline.is_mapped(hierarchy):
        filled = f"{mapping} (filled from {words.hierarchy or 'the tree'})"
        columns = mapping_columns(hierarchy)
        rows = tuple(mapping_rows(hierarchy))
        yield Step(filled, None, mapping, columns=columns, rows=rows)
    leaves = leaves_name(j)
    yield Step(leaves, leaves_query(j, hierarchy, outline.is_mapped), leaves)
    covered = "uncovered_leaves is 0, or the hierarchy lacks values of P"
    title = f"check that the hierarchy of {name} covers P"
    yield make_check(f"coverage_{j}", title, coverage_query([j]), covered, "uncovered_leaves")


def _read_mapping(j: int, words: QuasiIdentifier) -> exp.Query:
    """Return the query that reads a mapping table of the engine; each of its leaves is covered."""
    query = mapping_query(source_name(j), words)
    assert isinstance(query, exp.Select)  # noqa: S101 - for the type checker
    covered = exp.cast(exp.Literal.number(1), "BIGINT")
    return query.select(exp.alias_(covered, "covered"), copy=False)


def _check_parents(j: int, name: str, hierarchy: Hierarchy) -> Iterator[Step]:
    """Yield a step that finds values with two parents: for a leaf, people would be released twice.

    dpsql itself refuses such a table when it reads it.
    """
    columns = list(mapping_columns(hierarchy))[: hierarchy.height]
    if len(columns) > 1:
        pairs = [
            {"level": exp.Literal.number(level), "child": column(lower), "parent": column(upper)}
            for level, (lower, upper) in enumerate(pairwise(columns))
        ]
        query = render("count_parents", pairs=pairs, mapping=identifier(mapping_name(j)))
        title = f"check that the mapping table of {name} gives each value one parent"
        one = "ambiguous_values is 0 at every level, or people are released several times"
        yield make_check(f"parents_{j}", title, query, one, "ambiguous_values")


def source_name(j: int) -> str:
    """Return the logical table that a mapping table of the engine is read from."""
    return f"hierarchy_{j}"


def _losses_query(outline: Outline) -> exp.Query:
    """Return the query that measures the loss of the chosen node."""
    columns = [
        {
            "name": exp.Literal.string(name),
            "leaf_count": identifier(f"leaves_{level}"),
            "root_count": identifier(f"leaves_{height}"),
            "leaves": identifier(leaves_name(j)),
        }
        for j, ((name, level), height) in enumerate(
            zip(outline.levels.items(), outline.lattice.heights, strict=True)
        )
    ]
    return render("measure_losses", columns=columns)


def tables_of(steps: Iterable[Step]) -> list[str]:
    """Return the logical tables that steps make, in their order."""
    return [step.table for step in steps if step.table]
