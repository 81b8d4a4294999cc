"""The leaves: the values of one quasi-identifier, with their labels on every level."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy
from dpsql.domain.levels.unread_values import tell_unread, tell_unread_numbers
from dpsql.domain.origin import Origin
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import HierarchyError
from dpsql.faces import name_option
from dpsql.sql.counting.generalization import (
    compile_hierarchy,
    count_leaves,
    mapping_columns,
    mapping_rows,
    needs_mapping,
)
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.templates import column, identifier, render

_POINT_ZERO = "a .0 at its end"
#: Why texts end so, and how they come out without it.
_OF_FLOATS = (
    " (pandas writes it of integers with missing values:"
    ' .astype("Int64").astype("string") does not)'
)
#: How a value of P may differ from the leaf that is meant, by what takes the difference away.
_SPELLINGS: Mapping[Callable[[str], str], str] = {
    str.strip: "blanks",
    lambda text: unicodedata.normalize("NFC", text.strip()): "blanks or accents",
    lambda text: " ".join(unicodedata.normalize("NFKC", text).split()).casefold(): "blanks or case",
    lambda text: text.strip().lstrip("0"): "zeros in front",
    lambda text: text.strip().removesuffix(".0"): _POINT_ZERO,
}

#: What parts columns, and not those of a hierarchy.
_OTHER_SIGN = re.compile(r"[:|\t ]")
_NOWHERE = Origin()


def list_leaves(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    *,
    show_public: bool = False,
    known: Mapping[int, exp.Query] = MappingProxyType({}),
    whose: str = "P",
    types: Mapping[str, ColumnType] = MappingProxyType({}),
    origin: Origin = _NOWHERE,
    counted: bool = False,
) -> tuple[int, ...]:
    """Build a table of leaves per quasi-identifier, with codes for every level.

    Returns the number of leaves of each: those that its hierarchy lists, or, of a rule, the values
    of P.

    `show_public` lets the error quote values, which are values of P. `known`: by the number of a
    quasi-identifier, the statement that lists its values with their rows, in place of the tuples.
    `whose`: the tables of these values, `types`: those of their columns, and `origin`: where the
    job states the hierarchies, for errors. `counted`: a row of P stands for several people, who are
    counted.

    Raises:
        HierarchyError: the hierarchy has no place for a value of P; states counts.
    """
    for j, hierarchy in enumerate(hierarchies.values()):
        if isinstance(hierarchy, LabelHierarchy) and needs_mapping(hierarchy):
            upload_mapping(engine, mapping_name(j), hierarchy)
        source = known[j].subquery(TUPLES) if j in known else None
        engine.materialize(leaves_name(j), leaves_query(j, hierarchy, source=source))
    boolean = {name for name, type_ in types.items() if type_.family == "boolean"}
    words = whose, boolean, origin
    units = ("person", "people") if counted else ("row", "rows")
    values = _check_coverage(engine, hierarchies, *words, units, show_public=show_public)
    return tuple(
        len(hierarchy.paths) if isinstance(hierarchy, LabelHierarchy) else values[j]
        for j, hierarchy in enumerate(hierarchies.values())
    )


def upload_mapping(engine: Engine, name: str, hierarchy: LabelHierarchy) -> None:
    """Store a large hierarchy as the table `name`."""
    engine.upload(name, mapping_columns(hierarchy), mapping_rows(hierarchy))


def leaves_query(
    j: int,
    hierarchy: Hierarchy,
    source: exp.Expr | None = None,
) -> exp.Query:
    """The statement that lists the leaves of quasi-identifier `j`.

    `source`: a statement that lists the values with their rows, in place of the tuples.
    """
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
        value=value_name(j),
        source=source or exp.Table(this=identifier(TUPLES)),
        levels=levels,
        covered=compiled.covered,
        mapping=mapping and identifier(mapping),
        join=compiled.join,
    )


def leaves_name(j: int) -> str:
    """Table of the leaves of quasi-identifier `j`."""
    return f"leaves_{j}"


def mapping_name(j: int) -> str:
    """Table of the large hierarchy of quasi-identifier `j`."""
    return f"mapping_{j}"


def _count_in_partition(label: exp.Identifier) -> exp.Expr:
    """Count the values of P under each label: they are the leaves of a rule."""
    return exp.Window(this=exp.Count(this=exp.Star()), partition_by=[exp.Column(this=label.copy())])


def coverage_query(numbers: Iterable[int]) -> exp.Query:
    """Return the query that measures whether hierarchies cover P, by number of quasi-identifier."""
    return render(
        "measure_coverage",
        tables=[
            {"number": exp.Literal.number(j), "leaves": identifier(leaves_name(j))} for j in numbers
        ],
    )


def _check_coverage(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    whose: str,
    boolean: Collection[str],
    origin: Origin,
    units: tuple[str, str],
    *,
    show_public: bool,
) -> dict[int, int]:
    """Raise HierarchyError for values without a place; return how many values each has.

    All columns that have some are told of at once.
    """
    names = [*hierarchies]
    found = engine.fetch(coverage_query(range(len(names))))
    faulty = [row for row in sorted(found, key=lambda row: row[-1]) if row[1]]
    hint_at_rows = f"; {name_option('show_public', True)} prints some of them"
    later = hint_at_rows if whose == "P" and not show_public else ""
    told: list[str] = []
    for _, missing, rows, null, j in faulty:
        shown = later if len(faulty) == 1 else ""
        if show_public:
            leaves = identifier(leaves_name(j))
            some = engine.fetch(render("list_uncovered_leaves", leaves=leaves))
            shown = f", such as {', '.join(repr(row[0]) for row in some)}"
        mend = ": give it a row of its own, or nulls: own_leaf"
        # The same for each column.
        hint = f" (NULL is one{'' if any(mend in one for one in told) else mend})" if null else ""
        if names[j] in boolean and missing > bool(null):
            hint += " (the column is BOOLEAN: its values read true and false)"
        cause = ""
        if missing > bool(null):
            likely = whose == "P" and _find_likeness(engine, j, hierarchies[names[j]])
            cause = (
                likely or tell_unread(hierarchies[names[j]]) or _tell_to_add(hierarchies[names[j]])
            )
        place = origin.place("quasi_identifiers", names[j])
        told.append(
            f"{place}hierarchy of {names[j]}: {missing:,} {'value' if missing == 1 else 'values'}"
            f" of {whose} ({rows:,} {units[rows != 1]})"
            f" {'has' if missing == 1 else 'have'} no place in it{hint}{shown}{cause}"
        )
    if told:
        raise HierarchyError("; ".join(told) + (later if len(told) > 1 else ""))
    return {j: values for values, *_, j in found}


def _tell_to_add(hierarchy: Hierarchy) -> str:
    """Say how values get a place in a hierarchy that lists them."""
    if not isinstance(hierarchy, LabelHierarchy):
        return ""
    leaves = [leaf for leaf in hierarchy.paths if leaf is not None]
    if hierarchy.height <= 1 and all(_OTHER_SIGN.search(leaf) for leaf in leaves):
        return "; its rows have one column: put ; or , between the levels of a row"
    return "; add them to its file, table or tree, with their labels"


def _find_likeness(engine: Engine, j: int, hierarchy: Hierarchy) -> str:
    """Say that the most frequent values without a place are leaves in another spelling; or nothing.

    Or that they are no numbers. Of P alone: its values come to Python, a few of them, and are not
    told.
    """
    some = engine.fetch(render("list_uncovered_leaves", leaves=identifier(leaves_name(j))))
    values = {str(row[0]) for row in some if row[0] is not None}
    if not isinstance(hierarchy, LabelHierarchy):
        return tell_unread_numbers(hierarchy, values)
    for fold, how in _SPELLINGS.items():
        leaves = {fold(leaf) for leaf in hierarchy.paths if leaf is not None}
        if values and all(fold(value) in leaves for value in values):
            mend = _OF_FLOATS if how == _POINT_ZERO else ""
            return f"; a leaf differs from such a value by {how} alone: spell them alike{mend}"
    return ""
