"""Jobs with a token in every row of T, in all forms that a job may have."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import duckdb

#: In every private cell that no output may hold; in cells that are released, and nowhere else; in
#: values that P has as well, which dumped statements show of all of P, and pages of a few, which P
#: alone decides.
HIDDEN, KEPT, SHARED = "CNRY", "KEPT", "CODE"
#: A kept value that has an order; no clock and no count comes near it.
KEPT_NUMBER = "70707070707"
_PEOPLE = 60
_ALGORITHMS = ("spalm", "spalm", "incognito", "from_public", "mpalm", "mondrian")
_CUTTING = ("mpalm", "mondrian")
_COMMANDS = (*("anonymize",) * 4, "measure", "check", "lattice", "frontier", "report")
#: What may be asked of the kept column, which then has few values.
_PROTECTIONS: tuple[dict[str, Any], ...] = (
    {"l_diversity": {"kept": {"distinct": 2}}},
    {"l_diversity": {"kept": {"entropy": "3/2"}}},
    {"l_diversity": {"kept": {"recursive": {"c": 3, "l": 2}}}},
    {"t_closeness": {"kept": {"t": "1/2"}}},
    {"t_closeness": {"kept": {"t": "1/2", "distance": "ordered"}}},
)


@dataclass
class CanaryJob:
    """A job file, the arguments of its run, and the faults that are put in its way."""

    path: Path
    arguments: list[str] = field(default_factory=list)
    faults: list[Callable[[], Any]] = field(default_factory=list)

    @property
    def words(self) -> dict[str, Any]:
        """What the job says now."""
        found: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        return found

    @property
    def journal(self) -> Path | None:
        """Where its journal would lie, if it makes one."""
        release = self.path.parent / self.words["release"]
        is_kept = "--journal-after" in self.arguments
        return release.with_name(f".{release.name}.journal") if is_kept else None

    @property
    def is_protected(self) -> bool:
        """Whether a model looks at the kept column."""
        return bool(self.words.get("constraints"))


@dataclass(frozen=True)
class _Form:
    """What is drawn of a job; `protection` is a model of the kept column."""

    private: str
    suffix: str
    release: str
    algorithm: str
    keeps: bool
    protection: dict[str, Any] | None


def write_job(folder: Path, random: Random) -> CanaryJob:
    """Write P, T and a job of one of the forms; it succeeds unless a fault is added."""
    form = _draw_form(random)
    people = [_person(number, random) for number in range(_PEOPLE)]
    if form.protection is not None:
        is_ordered = "ordered" in json.dumps(form.protection)
        _let_few_values_remain(people, KEPT_NUMBER if is_ordered else KEPT, random)
    _write_tables(folder, form, people)
    (folder / "job.yaml").write_text(json.dumps(_state(form)), encoding="utf-8")
    return CanaryJob(folder / "job.yaml", _draw_arguments(folder, form, random))


def _draw_form(random: Random) -> _Form:
    private = random.choice(["table", "where", "key"])
    keeps = random.random() < 0.6 and private != "key"
    return _Form(
        private=private,
        suffix=random.choice(["csv", "parquet"]),
        release=random.choice(["csv", "parquet"]),
        algorithm=random.choice(_ALGORITHMS),
        keeps=keeps,
        protection=random.choice(_PROTECTIONS) if keeps and random.random() < 0.5 else None,
    )


def _let_few_values_remain(people: list[dict[str, str]], token: str, random: Random) -> None:
    """Give rows of T one of four kept values each, so that a model has something to count."""
    values = [f"{token}{random.randrange(10**16):016d}" for _ in range(4)]
    for person in people:
        if person["sen"] == "true":
            person["kept"] = random.choice(values)


def _write_tables(folder: Path, form: _Form, people: list[dict[str, str]]) -> None:
    private = [person for person in people if person["sen"] == "true"]
    _write_table(folder / f"p.{form.suffix}", people)
    if form.private != "where":
        columns = ["key", "note"] if form.private == "key" else list(private[0])
        rows = [{column: row[column] for column in columns} for row in private]
        _write_table(folder / f"t.{form.suffix}", rows)


def _state(form: _Form) -> dict[str, Any]:
    """The words of the job."""
    private: object = f"t.{form.suffix}"
    if form.private == "where":
        private = {"where": "sen" if form.suffix == "csv" else "sen = 'true'"}
    elif form.private == "key":
        private = {"path": private, "key": "key"}
    words: dict[str, Any] = {
        "public": f"p.{form.suffix}",
        "private": private,
        "quasi_identifiers": {
            "zip": {"tree": {"a": ["a1", "a2"], "b": ["b1", "b2"]}},
            "code": {"prefix": ["1"]},
        },
        "delta": {"min": "0", "max": "9/10"},
        "release": f"r.{form.release}",
        "engine": {"duckdb": {"threads": "1"}},
    }
    if form.algorithm == "from_public":
        words["choose"] = "from_public"
    else:
        words["algorithm"] = form.algorithm
    if form.algorithm in _CUTTING:
        # A box ends at values of P, and may be as small as one person: codes are left out.
        del words["quasi_identifiers"]["code"]
    if form.keeps:
        words["keep"] = ["kept"]
        words["public_columns"] = list(words["quasi_identifiers"])
    if form.protection is not None:
        words["constraints"] = form.protection
    return words


def _draw_arguments(folder: Path, form: _Form, random: Random) -> list[str]:
    """A command and its options."""
    command = "anonymize" if form.algorithm in _CUTTING else random.choice(_COMMANDS)
    arguments = [command, str(folder / "job.yaml"), *random.choice([[], ["--json"], ["--quiet"]])]
    if command == "report" or (command == "anonymize" and random.random() < 0.3):
        option = "--output" if command == "report" else "--report"
        arguments += [option, str(folder / "page.html"), *random.choice([[], ["--internal"]])]
    if command == "anonymize" and random.random() < 0.5:
        arguments += ["--journal-after", "0", *random.choice([[], ["--keep-journal"]])]
    if random.random() < 0.2:
        arguments += ["--dump-sql", str(folder / "sql")]
    if random.random() < 0.3:
        arguments += ["--debug", str(folder / "debug")]
    return arguments


def _person(number: int, random: Random) -> dict[str, str]:
    """One row of P; a member's cells hold tokens, and so does nobody else's."""
    inside = number % 2 == 0
    token = f"{HIDDEN}{random.getrandbits(64):016x}"
    shared = f"{SHARED}{random.getrandbits(64):016x}"
    other = f"OTHR{random.getrandbits(64):016x}"
    return {
        "zip": ["a1", "a2", "b1", "b2"][number // 2 % 4],
        "code": ("u" if number // 8 % 2 else "v") + (shared if inside else other),
        "key": f"k{token if inside else other}",
        "note": token if inside else other,
        "kept": f"{KEPT}{random.getrandbits(64):016x}" if inside else other,
        "sen": str(inside).lower(),
    }


def _write_table(path: Path, rows: list[dict[str, str]]) -> None:
    lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    text = "".join(f"{line}\n" for line in lines)
    if path.suffix == ".csv":
        path.write_text(text, encoding="utf-8")
        return
    staged = path.with_suffix(".tmp")
    staged.write_text(text, encoding="utf-8")
    with duckdb.connect() as connection:
        source = f"read_csv('{staged}', all_varchar = true)"
        connection.execute(f"COPY (FROM {source}) TO '{path}' (FORMAT parquet)")
    staged.unlink()
