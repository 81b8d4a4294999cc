"""Which types a column may have: the same in P and T, and one that can be generalized or kept."""

from collections.abc import Callable, Mapping, Sequence

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.plurals import join_names
from dpsql.engines.base import ColumnType
from dpsql.engines.sql_text import write
from dpsql.errors import InputError, TypeMismatch
from dpsql.inputs.places import MemoryTable, Place
from dpsql.sql.tables.cast_mends import null_texts

#: What makes types differ, as a rule, and how to mend it; behind "the same type".
SAME_TYPE = " (a CSV column is VARCHAR: save both as CSV, or both as Parquet)"
#: Of the types whose values have one plain spelling as text.
TEXT_FAMILIES = ("text", "integer", "decimal", "date", "timestamp", "boolean", "uuid", "time")
#: DuckDB's name for the type of a column that it has no value of.
UNKNOWN = '"NULL"'
#: Of the types whose values are days, or have one.
_DAYS = ("date", "timestamp")


def refuse_differing_types(
    name: str, public: ColumnType, private: ColumnType, places: tuple[Place, Place | None]
) -> None:
    """Raise TypeMismatch unless types agree: both are equal, integers, or texts."""
    if not _are_alike(public, private):
        types = [*zip((public, private), places, strict=True)]
        for type_, place in types:
            if type_.name.endswith("]"):
                _refuse_nested(name, type_, place)
        families = {public.family, private.family}
        # A text of such a number would end in .0, and is told otherwise.
        hints = [
            hint
            for type_, place in types
            if "text" not in families and (hint := _hint_at_pandas(name, type_, place))
        ]
        same = _tell_cast(name, public, private, [one for one in places if one is not None])
        raise TypeMismatch(
            f"column {name!r} is {public.title} in P and {private.title} in T; give both the same"
            f" type{same}{hints[0] if hints else ''}"
        )


def _tell_cast(name: str, public: ColumnType, private: ColumnType, places: Sequence[Place]) -> str:
    frames = [place.table for place in places if isinstance(place, MemoryTable)]
    if not frames:
        return tell_casts_of(name, public, private)
    families = {public.family, private.family}
    kinds = [type(frame).__module__.partition(".")[0] for frame in frames]
    kind = "pandas" if "pandas" in kinds else kinds[0]
    return _CASTS[kind](name, families) if kind in _CASTS else ""


def tell_casts_of(
    name: str,
    public: ColumnType,
    private: ColumnType,
    of: str = "P",
    *,
    missing: Sequence[str] = (),
    has_others: bool = False,
) -> str:
    """Say which of two tables is to cast a column, and to what, behind "the same type".

    `of`: what the first is called. A text gets the type of the other; numbers become whole ones, or
    times days, where the other table has these. `missing`: texts among these that become NULL;
    `has_others`: some cannot be cast.

    >>> tell_casts_of("age", ColumnType("integer", "BIGINT"), ColumnType("float", "DOUBLE"))
    ' (CAST("age" AS BIGINT) of T, if its numbers are whole, or CAST("age" AS DOUBLE) of P)'
    >>> age = "age", ColumnType("text", "VARCHAR"), ColumnType("integer", "BIGINT")
    >>> print(tell_casts_of(*age, missing=["NA"]).partition(":")[0].strip())
    (CAST(NULLIF("age", 'NA') AS BIGINT) of P, in which NA becomes NULL
    >>> tell_casts_of(*age, has_others=True).partition(":")[0]
    ' (some texts of P are no BIGINT; mend them, then CAST("age" AS BIGINT) of P'
    """
    sides = ((of, public, private), ("T", private, public))
    for side, own, other in sides:
        cast, back = _write_cast(name, other, missing), _write_cast(name, own)
        known = next(each for each, _, _ in sides if each != side)
        if own.family == "text" and other.family in (*TEXT_FAMILIES, "float"):
            first = f"some texts of {side} are no {other.title}; mend them, then " * has_others
            nulled = tell_nulled(missing, ", in which ")
            return (
                f" ({first}{cast} of {side}{nulled}: a CSV has texts alone, so save it as Parquet"
                " then)"
            )
        if (own.family, other.family) in (("float", "integer"), ("decimal", "integer")):
            return f" ({cast} of {side}, if its numbers are whole, or {back} of {known})"
        if (own.family, other.family) == ("timestamp", "date"):
            return f" ({cast} of {side})"
    return SAME_TYPE


def tell_nulled(texts: Sequence[str], before: str) -> str:
    """Say which texts become NULL in a cast, behind other words; empty if none does.

    >>> tell_nulled(["NA", "n/a"], ", and ")
    ', and NA and n/a become NULL'
    """
    if not texts:
        return ""
    named = join_names([text if text and text == text.strip() else repr(text) for text in texts])
    return f"{before}{named} become{'s' * (len(texts) == 1)} NULL"


def _write_cast(name: str, type_: ColumnType, missing: Sequence[str] = ()) -> str:
    value = null_texts(exp.column(exp.to_identifier(name, quoted=True)), missing)
    return f"CAST({write(value, 'duckdb')} AS {type_.title})"


def _tell_astype(name: str, families: set[str]) -> str:
    """Say how a column of a frame gets another type, where its types are of these families."""
    if families <= {*_DAYS}:
        return f" (of a frame of pandas: frame[{name!r}].dt.date makes dates of times)"
    if not families.isdisjoint(_DAYS):
        # Without a format, pandas reads years as nanoseconds, and 1.2.2020 as a day of January.
        return (
            f" (of a frame of pandas: pd.to_datetime(frame[{name!r}], format='%Y-%m-%d').dt.date"
            " makes dates; the format is that of your texts)"
        )
    if families == {"float", "text"}:
        return (
            f' (of a frame of pandas: frame[{name!r}].astype("Int64").astype("string") makes texts'
            " of whole numbers, without .0 at the end)"
        )
    return (
        f" (of a frame of pandas: frame.astype({{{name!r}: 'Int64'}}) makes whole numbers,"
        " 'string' texts, which all columns of a CSV are)"
    )


def _tell_cast_of_polars(name: str, families: set[str]) -> str:
    """Say the same as `_tell_astype`, of a frame of polars."""
    if families <= {*_DAYS}:
        return f" (of a frame of polars: frame.cast({{{name!r}: pl.Date}}) makes dates of times)"
    if not families.isdisjoint(_DAYS):
        return (
            f" (of a frame of polars: frame.with_columns(pl.col({name!r}).str.to_date('%Y-%m-%d'))"
            " makes dates; the format is that of your texts)"
        )
    if families == {"float", "text"}:
        return (
            f" (of a frame of polars: frame.cast({{{name!r}: pl.Int64}}).cast({{{name!r}:"
            " pl.String}) makes texts of whole numbers, without .0 at the end)"
        )
    return (
        f" (of a frame of polars: frame.cast({{{name!r}: pl.Int64}}) makes whole numbers, pl.String"
        " texts, which all columns of a CSV are)"
    )


def _tell_cast_of_arrow(name: str, families: set[str]) -> str:
    """Say the same as `_tell_astype`, of a table of Arrow, whose columns are cast one by one."""
    if families <= {*_DAYS}:
        made, kind = "makes dates of times", "date32(), safe=False"
    elif not families.isdisjoint(_DAYS):
        made, kind = "makes dates of texts such as 2026-01-31", "date32()"
    elif families == {"float", "text"}:
        made, kind = "makes texts of whole numbers", "int64()).cast(pa.string()"
    else:
        made = "makes whole numbers, pa.string() texts, which all columns of a CSV are"
        kind = "int64()"
    return (
        f" (of a table of Arrow: table[{name!r}].cast(pa.{kind}) {made}; set_column puts it back)"
    )


#: Of tables in memory, by the package of their type.
_CASTS: Mapping[str, Callable[[str, set[str]], str]] = {
    "pandas": _tell_astype,
    "polars": _tell_cast_of_polars,
    "pyarrow": _tell_cast_of_arrow,
}


#: How the values of a list become one text, by the package of the table's type.
_OF_LISTS: Mapping[str, str] = {
    "pandas": "frame[{name}].str.join('|') makes one text of each list, and .str[0] takes its"
    " first",
    "polars": "pl.col({name}).list.join('|') makes one text of each list, and .list.first() takes"
    " its first",
    "pyarrow": "pyarrow.compute.binary_join(table[{name}], '|') makes one text of each list, and"
    " list_element(…, 0) takes its first; set_column puts it back",
}


#: What columns of other types hold, in plain words, and what is made of it.
_HELD = {"BLOB": ": it holds bytes", "INTERVAL": ": it holds lengths of time"}
_OF_OTHERS: Mapping[str, Mapping[str, str]] = {
    "BLOB": {
        "pandas": "frame[{name}].str.decode('utf-8') makes texts of them",
        "polars": "pl.col({name}).cast(pl.String) makes texts of them",
        "pyarrow": "table[{name}].cast(pa.string()) makes texts of them; set_column puts it back",
    },
    "INTERVAL": {
        "pandas": "frame[{name}].dt.days makes whole days of them",
        "polars": "pl.col({name}).dt.total_days() makes whole days of them",
        "pyarrow": "pyarrow.compute.divide(table[{name}].cast(pa.duration('s')).cast(pa.int64()),"
        " 86400) makes whole days of them; set_column puts it back",
    },
}


def take_unknown_types(
    private: Mapping[str, ColumnType], public: Mapping[str, ColumnType]
) -> dict[str, ColumnType]:
    """Return the columns of a T without rows: those of unknown type have that of P.

    DuckDB finds the type of such a column of a pandas frame by its values, of which it has none.
    """
    return {
        name: public.get(name, type_) if type_.name == UNKNOWN else type_
        for name, type_ in private.items()
    }


def refuse_other_type(name: str, known: ColumnType, private: ColumnType) -> None:
    """Raise TypeMismatch unless a column of statistics has the type that it has in T."""
    if not _are_alike(known, private):
        raise TypeMismatch(
            f"column {name!r} is {known.title} in a table of statistics and {private.title} in T;"
            f" give both the same type{tell_casts_of(name, known, private, 'the statistics')}"
        )


def are_comparable(one: ColumnType, other: ColumnType) -> bool:
    """Whether values of two types can be the same: as they are, or as texts if one type is text."""
    families = {one.family, other.family}
    return _are_alike(one, other) or ("text" in families and families <= {*TEXT_FAMILIES})


def as_comparable(value: exp.Expr, own: ColumnType, other: ColumnType) -> exp.Expr:
    """Return a value of one type as it compares with those of another: as text if they are texts.

    Every column of a CSV is text. A value is the same as a text only if that is its plain spelling:
    30 is '30', and neither '030' nor '30.0'.
    """
    is_cast = other.family == "text" and own.family != "text"
    return exp.cast(value, "VARCHAR") if is_cast else value


def _are_alike(one: ColumnType, other: ColumnType) -> bool:
    families = (one.family, other.family)
    return one.name == other.name or families in (("integer", "integer"), ("text", "text"))


def check_type(name: str, type_: ColumnType, job: Job, place: Place) -> None:
    """Raise InputError for a type that a quasi-identifier cannot have."""
    if type_.family == "float" and job.quasi_identifiers[name].widths is None:
        raise InputError(
            f"column {name!r} holds floating-point numbers; give it widths, or store it as text,"
            f" integer or decimal{_hint_at_pandas(name, type_, place)}"
        )
    if type_.family not in (*TEXT_FAMILIES, "float"):
        _refuse_nested(name, type_, place)


def _refuse_nested(name: str, type_: ColumnType, place: Place | None) -> None:
    """Raise InputError for a type whose values have no plain text, as lists have none."""
    mend, held = "", _HELD.get(type_.name, "")
    if isinstance(place, MemoryTable):
        kind = type(place.table).__module__.partition(".")[0]
        ways = _OF_LISTS if type_.name.endswith("]") else _OF_OTHERS.get(type_.name, {})
        mend = f"; {how}" if (how := ways.get(kind, "").format(name=repr(name))) else ""
    mend = held + (mend or ("; store it as text, or as a number" if held else ""))
    raise InputError(f"column {name!r} of type {type_.title} cannot be a quasi-identifier{mend}")


def check_kept(name: str, type_: ColumnType, job: Job) -> None:
    """Raise InputError for a type that the release cannot hold; tables are written from Parquet."""
    is_parquet = str(job.release_path).lower().endswith(".parquet")
    if type_.not_in_parquet and (is_parquet or job.releases_table):
        place = "Parquet" if is_parquet else "a released table"
        raise InputError(
            f"keep: column {name!r} of type {type_.not_in_parquet} cannot stand in {place} as it"
            " is; release .csv, or cast it in the table"
        )


def _hint_at_pandas(name: str, type_: ColumnType, place: Place | None) -> str:
    if type_.family != "float" or not isinstance(place, MemoryTable):
        return ""
    if not type(place.table).__module__.startswith("pandas"):
        return ""
    return (
        "; pandas makes it of integers with missing values:"
        f' frame[{name!r}].astype("Int64") keeps them whole'
    )
