"""From a case to a job: where P and T lie, in which format, what the columns are called."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

import dpsql
from tests.generative.instances.cases import Case
from tests.generative.instances.files import (
    UNIX_LINES,
    Lines,
    list_records,
    make_arrow_table,
    write_csv,
    write_parquet,
)
from tests.generative.instances.hierarchy_words import state_hierarchy
from tests.generative.instances.hostile import list_of_names
from tests.oracle.tables.instance import SensitiveModels
from tests.oracle.tables.table import Value

TABLE_FORMATS = ("memory", "parquet", "csv ,", "csv ;", "csv |", "csv \t")
RELEASE_FORMATS = ("parquet", "csv")
TEXT_TYPES = (pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string()))
PRIVATE_FORMS = ("table", "where column", "where predicate", "key", "key with kept column")
PAYLOADS: tuple[Value, ...] = ("", "low", "high", "'; --", "{{7*7}}", None, "🙂", "=1+1")


@dataclass(frozen=True)
class Setting:
    """All of a job that must not change its answer.

    `names` are those of the quasi-identifiers; `kept`, `member` and `key` name further columns of
    P; `payloads` fill the kept column in turn.
    """

    names: tuple[str, ...]
    kept: str = "kept"
    member: str = "member"
    key: str = "key"
    table_format: str = "memory"
    private_form: str = "table"
    release_format: str = "parquet"
    gives_delimiter: bool = False
    lines: Lines = UNIX_LINES
    text_type: pa.DataType = TEXT_TYPES[0]
    payloads: tuple[Value, ...] = PAYLOADS
    algorithm: str | dict[str, object] = "spalm"
    #: The job's engine, and what puts a table there and names its place; DuckDB and `table_format`.
    engine: Any = "duckdb"
    store: Callable[[pa.Table, str], Any] | None = None

    def payload(self, position: int) -> Value:
        """Return the kept cell of the row of P at this position."""
        return self.payloads[position % len(self.payloads)]


@st.composite
def settings_of_jobs(draw: st.DrawFn, case: Case) -> Setting:
    """Draw a setting for a case."""
    table_format = draw(st.sampled_from(TABLE_FORMATS[: 2 if case.holds_nul else None]))
    release_format = draw(st.sampled_from(RELEASE_FORMATS[: 1 if case.holds_nul else None]))
    writes_csv = table_format.startswith("csv") or release_format == "csv"
    wanted = list_of_names(len(case.columns) + 3, for_csv=writes_csv)
    *names, kept, member, key = draw(wanted)
    return Setting(
        tuple(names),
        kept,
        member,
        key,
        table_format=table_format,
        private_form=draw(st.sampled_from(PRIVATE_FORMS)),
        release_format=release_format,
        gives_delimiter=draw(st.booleans()),
        lines=Lines(draw(st.sampled_from(["\n", "\r\n"])), draw(st.booleans())),
        text_type=draw(st.sampled_from(TEXT_TYPES)),
        algorithm=draw(st.sampled_from(["spalm", "spalm", "incognito"])),
    )


def plain_setting(case: Case) -> Setting:
    """Return a setting without surprises, for tests that are about something else."""
    names = tuple(f"column {position}" for position in range(len(case.columns)))
    return Setting(names, payloads=("kept",))


def make_job(case: Case, setting: Setting, folder: Path) -> dpsql.Job:
    """Write what the job reads into the folder and return the job."""
    public = _make_public(case, setting)
    private = _state_private(case, setting, public, folder)
    if setting.private_form == "key with kept column":
        public = public.drop_columns([setting.kept])
    return dpsql.Job(
        public=place(public, setting, folder / "public"),
        private=private,
        quasi_identifiers={
            name: state_hierarchy(column, folder / f"hierarchy {position}.csv", setting.lines)
            for position, (name, column) in enumerate(zip(setting.names, case.columns, strict=True))
        },
        public_columns=list(setting.names),
        keep=[setting.kept],
        metric=case.metric,
        algorithm=setting.algorithm,
        release=str(folder / f"release.{setting.release_format}"),
        engine=setting.engine,
        **state_models(case, setting, folder),
    )


def _make_public(case: Case, setting: Setting) -> pa.Table:
    """Return P with the quasi-identifiers, the kept column, a key and a mark of membership."""
    people = range(len(case.public))
    quasi_identifiers = zip(setting.names, zip(*case.public, strict=True), strict=True)
    marks: list[Value] = list(case.members)
    if setting.private_form == "where predicate":
        marks = ["in" if member else None for member in case.members]
    return make_arrow_table(
        {
            **dict(quasi_identifiers),
            setting.kept: [setting.payload(position) for position in people],
            setting.key: [f"person {position}" for position in people],
            setting.member: marks,
        },
        setting.text_type,
    )


def _state_private(case: Case, setting: Setting, public: pa.Table, folder: Path) -> Any:
    """Return the job's words for T; a table of its own holds the rows in another order."""
    if setting.private_form == "where column":
        return {"where": setting.member}
    if setting.private_form == "where predicate":
        quoted = '"' + setting.member.replace('"', '""') + '"'
        return {"where": f"{quoted} = 'in'"}
    columns = {
        "table": [*reversed(setting.names), setting.kept],
        "key": [setting.key],
        "key with kept column": [setting.kept, setting.key],
    }[setting.private_form]
    chosen = [position for position, member in enumerate(case.members) if member]
    private = public.select(columns).take(pa.array(reversed(chosen), pa.int64()))
    stated = place(private, setting, folder / "private")
    return stated if setting.private_form == "table" else {"table": stated, "key": setting.key}


def place(table: pa.Table, setting: Setting, stem: Path) -> Any:
    """Store the table in the setting's format and return the job's words for its place."""
    if setting.store is not None:
        return setting.store(table, stem.name)
    if setting.table_format == "memory":
        return table
    if setting.table_format == "parquet":
        return str(write_parquet(stem.with_suffix(".parquet"), table))
    delimiter = setting.table_format[-1]
    records = list_records(table.to_pydict())
    path = write_csv(stem.with_suffix(".csv"), records, delimiter, setting.lines)
    return {"path": str(path), "delimiter": delimiter} if setting.gives_delimiter else str(path)


def state_models(case: Case, setting: Setting, folder: Path) -> dict[str, Any]:
    models = case.models
    stated = {
        "k_anonymity": models.k_anonymity,
        "k_map": models.k_map,
        "weak_k_anonymity": models.weak_k_anonymity,
        "presence_diversity": models.presence_diversity
        and {"c": str(models.presence_diversity[0]), "strict": models.presence_diversity[1]},
        "presence_closeness": models.presence_closeness,
    }
    constraints = {name: words for name, words in stated.items() if words is not None}
    if models.sensitive is not None:
        constraints |= state_sensitive(models.sensitive, setting.kept, folder)
    words: dict[str, Any] = {"constraints": constraints} if constraints else {}
    if models.delta is not None:
        words["delta"] = {"min": str(models.delta[0]), "max": str(models.delta[1])}
    return words


def state_sensitive(models: SensitiveModels, kept: str, folder: Path) -> dict[str, Any]:
    """Return the words for the kept column; the hierarchy of its values is written."""
    diversity: dict[str, Any] = {"distinct": models.distinct, "entropy": models.entropy}
    if models.recursive is not None:
        diversity["recursive"] = dict(zip(("c", "l", "strict"), models.recursive, strict=True))
    diversity = {name: words for name, words in diversity.items() if words is not None}
    stated: dict[str, Any] = {"l_diversity": {kept: diversity}} if diversity else {}
    if models.closeness is not None:
        closeness: dict[str, Any] = {"t": models.closeness}
        if models.ladder is not None:
            path = write_csv(folder / "values.csv", models.ladder.values(), ";", UNIX_LINES)
            closeness |= {"distance": "hierarchical", "hierarchy": str(path)}
        elif models.order is not None:
            closeness["distance"] = "ordered"
            listed = [value for value in models.order if value is not None]
            closeness |= {"order": listed} if listed else {}
        stated["t_closeness"] = {kept: closeness}
    return stated
