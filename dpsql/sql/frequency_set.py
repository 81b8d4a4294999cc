"""The frequency set: P and T counted once per distinct tuple, and every value coded per level.

Source: Nergiz et al. 2007, section 6.1, with the counts of LeFevre's Incognito. After this no
statement touches P, T or a user's text again: searches group small integers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from sqlglot import exp

from dpsql.domain.hierarchy import Hierarchy, LabelHierarchy
from dpsql.domain.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.errors import HierarchyError, InputError, SubsetError
from dpsql.sql.generalization import (
    compile_hierarchy,
    count_leaves,
    mapping_columns,
    mapping_rows,
    needs_mapping,
)
from dpsql.sql.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables import Tables, count_rows
from dpsql.sql.templates import column, identifier, render

FREQUENCY_SET = "frequency_set"
#: Hierarchies of more leaves are not listed in a statement, and their texts are grouped as texts.
LARGEST_CODED = 1000

#: The expression to group by of a quasi-identifier, by its name, in a table.
Code = Callable[[str, str], exp.Expr]


@dataclass(frozen=True)
class TableSizes:
    """Rows of P and T, and the distinct tuples of quasi-identifiers in P."""

    public_rows: int
    private_rows: int
    distinct_tuples: int


def count_tuples(
    engine: Engine, tables: Tables, hierarchies: Mapping[str, Hierarchy]
) -> TableSizes:
    """Count P and T per distinct tuple into the table ``tuples``, in one pass over each.

    Texts whose hierarchy lists them are coded by the engine, which groups codes faster. A text
    that its hierarchy does not list would then count as NULL; where that happens texts are grouped
    as they are, so that the errors to come count the right rows.

    Raises:
        InputError: P is empty. SubsetError: T is not a multiset of rows of P; states counts only.
    """
    code = partial(_code, engine, tables, hierarchies)
    engine.materialize("tuples", tuples_query(tables, code))
    if _some_text_is_lost(engine, tables, code):
        engine.drop("tuples")
        engine.materialize("tuples", tuples_query(tables))
    public_rows, private_rows, distinct, excess_tuples, excess_rows = engine.fetch(
        render("measure_tuples")
    )[0]
    if excess_rows:
        raise SubsetError(
            f"{excess_rows} rows of T ({excess_tuples} distinct tuples) have no counterpart in P;"
            " T must be a subset of P, matched on the quasi-identifiers as text (look for spaces,"
            " case, accents written in two ways, and NULL)"
        )
    if not public_rows:
        raise InputError("P has no rows; presence is measured against a population")
    return TableSizes(public_rows, private_rows, distinct)


def tuples_query(tables: Tables, code: Code | None = None) -> exp.Query:
    """The statement that counts P and T per distinct tuple, its texts coded by `code`."""
    rows = tables.private_rows
    value = code or tables.value
    columns = [
        {
            "name": _value(j),
            "public": value(name, PUBLIC),
            "private": value(name, PRIVATE),
        }
        for j, name in enumerate(tables.quasi_identifiers)
    ]
    if rows.mark is None:
        return render("count_tuples", columns=columns)
    key = rows.key and {"public": column(rows.key, PUBLIC), "private": column(rows.key, PRIVATE)}
    return render("count_marked_tuples", columns=columns, mark=rows.mark, key=key)


def _code(
    engine: Engine, tables: Tables, hierarchies: Mapping[str, Hierarchy], name: str, table: str
) -> exp.Expr:
    value, hierarchy = tables.value(name, table), hierarchies[name]
    if not tables.is_text(name) or not isinstance(hierarchy, LabelHierarchy):
        return value
    texts = [leaf for leaf in hierarchy.paths if leaf is not None]
    return value if len(texts) > LARGEST_CODED else engine.code_text(value, texts)


def _some_text_is_lost(engine: Engine, tables: Tables, code: Code) -> bool:
    """Whether a text of P or T became NULL; reads them again only where tuples have a NULL."""
    sides = (PUBLIC, PRIVATE) if tables.private_rows.mark is None else (PUBLIC,)
    for j, name in enumerate(tables.quasi_identifiers):
        if code(name, PUBLIC) == tables.value(name, PUBLIC):
            continue
        is_null = exp.Is(this=exp.Column(this=_value(j)), expression=exp.null())
        if not count_rows(engine, "tuples", is_null):
            continue
        for side in sides:
            coded = exp.Is(this=code(name, side), expression=exp.null())
            text = exp.Not(this=exp.Is(this=tables.value(name, side), expression=exp.null()))
            if count_rows(engine, side, exp.And(this=coded, expression=text)):
                return True
    return False


def list_leaves(
    engine: Engine, hierarchies: Mapping[str, Hierarchy], *, show_public: bool = False
) -> None:
    """Build a table of leaves per quasi-identifier, with codes for every level.

    `show_public` lets the error quote values, which are values of P.

    Raises:
        HierarchyError: P has a value that the hierarchy has no place for; states counts.
    """
    for j, (name, hierarchy) in enumerate(hierarchies.items()):
        if isinstance(hierarchy, LabelHierarchy) and needs_mapping(hierarchy):
            upload_mapping(engine, mapping_name(j), hierarchy)
        engine.materialize(leaves_name(j), leaves_query(j, hierarchy))
        _check_coverage(engine, j, name, show_public=show_public)


def upload_mapping(engine: Engine, name: str, hierarchy: LabelHierarchy) -> None:
    """Store a large hierarchy as the table `name`."""
    engine.upload(name, mapping_columns(hierarchy), mapping_rows(hierarchy))


def leaves_query(j: int, hierarchy: Hierarchy) -> exp.Query:
    """The statement that lists the leaves of quasi-identifier `j`."""
    mapping = mapping_name(j) if needs_mapping(hierarchy) else None
    compiled = compile_hierarchy(hierarchy, column("leaf", "counted"), mapping)
    levels = []
    for level, expression in enumerate(compiled.labels):
        label = identifier(f"label_{level}")
        leaves = count_leaves(hierarchy, level, exp.Column(this=label))
        levels.append(
            {
                "label": label,
                "expression": expression,
                "code": identifier(f"code_{level}"),
                "leaf_count": identifier(f"leaves_{level}"),
                "leaves": leaves or _count_in_partition(label),
            }
        )
    return render(
        "list_leaves",
        value=_value(j),
        levels=levels,
        covered=compiled.covered,
        mapping=mapping and identifier(mapping),
        join=compiled.join,
    )


def encode(engine: Engine, lattice: Lattice) -> None:
    """Materialize the frequency set with a code per level below the root."""
    engine.materialize(FREQUENCY_SET, encode_query(lattice))


def encode_query(lattice: Lattice) -> exp.Query:
    """The statement that codes the distinct tuples."""
    codes = [
        {"value": column(f"code_{level}", leaves_name(j)), "name": code_name(j, level)}
        for j, height in enumerate(lattice.heights)
        for level in range(height)
    ]
    joins = [
        {
            "leaves": identifier(leaves_name(j)),
            "condition": exp.NullSafeEQ(
                this=exp.Column(this=_value(j), table=identifier("tuples")),
                expression=column("value", leaves_name(j)),
            ),
        }
        for j in range(len(lattice.heights))
    ]
    return render("encode_tuples", codes=codes, joins=joins)


def node_codes(node: Node, lattice: Lattice) -> list[exp.Identifier]:
    """Columns of the frequency set that tell the classes of a node apart; none at the root."""
    return [
        code_name(j, level)
        for j, (level, height) in enumerate(zip(node.levels, lattice.heights, strict=True))
        if level < height
    ]


def code_name(j: int, level: int) -> exp.Identifier:
    """Column of the frequency set that holds quasi-identifier `j` at `level`."""
    return identifier(f"q{j}_level_{level}")


def leaves_name(j: int) -> str:
    """Table of the leaves of quasi-identifier `j`."""
    return f"leaves_{j}"


def mapping_name(j: int) -> str:
    """Table of the large hierarchy of quasi-identifier `j`."""
    return f"mapping_{j}"


def _value(j: int) -> exp.Identifier:
    return identifier(f"q{j}")


def _count_in_partition(label: exp.Identifier) -> exp.Expr:
    """Leaves of a rule are the values of P: count them under each label."""
    return exp.Window(this=exp.Count(this=exp.Star()), partition_by=[exp.Column(this=label.copy())])


def _check_coverage(engine: Engine, j: int, name: str, *, show_public: bool) -> None:
    leaves = identifier(leaves_name(j))
    _, missing, rows, null = engine.fetch(render("measure_coverage", leaves=leaves))[0]
    if not missing:
        return
    shown = "; --show-public prints some of them"
    if show_public:
        found = engine.fetch(render("list_uncovered_leaves", leaves=leaves))
        shown = f", such as {', '.join(repr(row[0]) for row in found)}"
    hint = " (NULL is one: give it a row of its own, or nulls: own_leaf)" if null else ""
    raise HierarchyError(
        f"hierarchy of {name}: {missing} values of P ({rows} rows) have no place in it{hint}{shown}"
    )
