"""``dpsql init``: a first job for two tables."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Annotated

import typer

from dpsql.cli.terminal.options import read_engine
from dpsql.cli.terminal.plain import one_line
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.plurals import join_names
from dpsql.errors import ConfigError
from dpsql.faces import name_page
from dpsql.use_cases.init import FirstJob, write_first_job


def init(
    public: Annotated[
        str,
        typer.Argument(
            metavar="PUBLIC",
            help="P: a file, glob or folder of files; with --engine also a table, mart.register;"
            " or as a job has it, '{path: people.csv, delimiter: \";\"}'.",
        ),
    ],
    private: Annotated[
        str | None,
        typer.Argument(
            metavar="PRIVATE", help="T: the same, for the people whose membership is secret."
        ),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="In place of PRIVATE: the column of P, or the predicate, that is true for T.",
        ),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="ENGINE",
            help="Where the tables are: a DuckDB database file, or as a job has it: postgres,"
            " '{postgres: {dsn_env: PGDSN}}', '{spark: {remote: sc://…}}'.",
        ),
    ] = None,
    person: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="The column of P that names people, if you know it; repeat it for several that do"
            " together. Default: found by names and rows.",
        ),
    ] = None,
    one_row_each: Annotated[
        bool,
        typer.Option("--one-row-each", help="Each row of P is another person: ask nothing."),
    ] = False,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The new job file to write.")
    ] = Path("job.yaml"),
    *,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the job file if it exists.")
    ] = False,
    shared: OutputOptions,
) -> None:
    """Write a first job for two tables, with comments. It runs as it is, or says what to mend.

    Columns that both tables share become quasi-identifiers, demographics first: numbers get
    intervals, dates their parts, codes prefixes, and categories a list for you to group. Names,
    identifiers, texts and measurements are left out, each with the reason. So is a column that
    alone decides who is in T. The comments tell that and more of T: remove them before others see
    the file. A T that has only a key of P takes P's columns. If T is some rows of P, name the
    column that marks them: --where in_trial. P must have one row of each person: a column that
    names people and repeats is found, and the job says how to keep one. If another column names
    them, say so: --person customer_no.
    """
    with shared.begin(writes=[out]) as output:
        said = None if engine is None else read_engine(engine)
        if person and one_row_each:
            raise ConfigError("--person, --one-row-each: pass one of them, not both")
        written = write_first_job(
            public,
            private,
            out,
            where=where,
            engine=said,
            person=[] if one_row_each else person or None,
            overwrite=overwrite,
        )
        output.show(
            {
                "schema": SCHEMA,
                "status": "written",
                "job": str(out),
                "hierarchies": [str(file) for file in written.hierarchies],
                "quasi_identifiers": list(written.chosen),
                "left_out": dict(written.left_out),
                "key_faults": list(written.key_faults),
                "unmatched_rows": written.unmatched_rows,
                "surplus_rows": written.surplus_rows,
                "repeated_people": written.panel.to_dict() if written.panel else None,
                "telling_columns": [one.to_dict() for one in written.telling],
            },
            lambda: _tell_next(written, is_said=bool(person)),
        )


#: The next commands, and what each does.
_STEPS = (
    ("check", "check the job, the tables and the hierarchies"),
    ("risks", "measure presence and risks if T is published as it is"),
    ("anonymize", "find, write and verify the least generalization that satisfies delta"),
)
#: Beside them, where the job pools.
_COMPARED = ("--algorithm pooled --algorithm cuts", "see what each keeps")
#: What a command does stands beside it if so many characters fit there.
_LEAST_ROOM = 30


def _tell_next(written: FirstJob, *, is_said: bool) -> str:
    """Return the next commands; the name of the job is quoted for a shell and safe to print.

    `is_said`: whether the user has said what names people.
    """
    name = str(written.path)
    said = one_line(shlex.quote(f"./{name}" if name.startswith("-") else name))
    chosen, left_out = len(written.chosen), len(written.left_out)
    told = f"{chosen} quasi-identifier{'s' if chosen > 1 else ''}"
    if left_out:
        told += f", {left_out} column{'s' if left_out > 1 else ''} left out"
    columns = "the columns used and left out" if left_out else "the columns used"
    reviewed = f"eview {columns}, delta and public_columns"
    wrote = f"Wrote {one_line(name)}: {told}."
    if written.hierarchies:
        files = ", ".join(one_line(file.name) for file in written.hierarchies)
        wrote += f" Beside it, hierarchies for the job: {files}."
    width = max(get_terminal_size().columns, 20)
    if right := written.right_private:
        # What would be reviewed now is of the wrong people.
        return "\n".join(line for one in (wrote, right) for line in _break(one, width))
    if written.unlike and written.panel is None:
        wrote += (
            f" Left out, as their types differ in P and T: {one_line(written.unlike)}; to use them,"
            " give them one type, as said above, and run init again."
        )
    if mended := _tell_mends(written):
        # Whatever else is run before ends with the same error.
        first = "Then r"
        if written.panel is not None and not is_said:
            verb = "name" if written.panel.within else "names"
            name = one_line(written.panel.title)
            first = (
                f"If {name} {verb} no people, run init with --person and the column that does, or"
                " with --one-row-each if none does. R"
            )
        check = f"{first}{reviewed}, and run dpsql check {said}."
        return "\n".join(line for one in (wrote, mended, check) for line in _break(one, width))
    if written.asked:
        wrote += f" {_tell_answers(written.asked)}"
    steps = [*_list_steps(said, width), *(_list_compared(said, width) if written.pools else ())]
    return "\n".join([*_break(wrote, width), *_break(f"R{reviewed}. Then run:", width), *steps])


def _tell_answers(asked: Sequence[str]) -> str:
    """Say how to answer whether these columns name people."""
    names, verb = join_names([*map(one_line, asked)]), "names" if len(asked) == 1 else "name"
    options = " ".join(f"--person {one_line(shlex.quote(name))}" for name in asked)
    return (
        f"If {names} {verb} people, run init again with {options}; if each row of P is another"
        " person, with --one-row-each."
    )


def _tell_mends(written: FirstJob) -> str:
    """Say what is to be mended before the job runs; empty if nothing is."""
    until = "until then all commands end with code 3"
    if written.panel is not None:
        shown = "the job shows" if written.has_copies else f"{name_page('panels')} shows"
        first = "Keep"
        if written.has_casts:
            first = "First write the file with types, as said, and run init for it. Then keep"
        return (
            f"{first} one row of each person, as {shown}, and run init again, for what that"
            f" writes: {until}."
        )
    has_wrong_rows = written.unmatched_rows or written.surplus_rows
    wrong = "keys" if written.key_faults else "rows" if has_wrong_rows else ""
    return f"Mend T's {wrong}, as said: {until}." if wrong else ""


def _list_steps(job: str, width: int) -> Iterator[str]:
    """Yield the lines of the next commands, each beside what it does, or above it.

    Commands are to be copied, and are not broken.
    """
    typed = [f"  dpsql {command} {job}" for command, _ in _STEPS]
    room = max(map(len, typed)) + 2
    for line, (_, does) in zip(typed, _STEPS, strict=True):
        if room + _LEAST_ROOM <= width:
            first, *others = _break(does, width, " " * room)
            yield line + first[len(line) :]
            yield from others
        else:
            yield line
            yield from _break(does, width, " " * 6)


def _list_compared(job: str, width: int) -> Iterator[str]:
    """Yield the command that compares algorithms, and what it does; nothing if it does not fit."""
    words, does = _COMPARED
    line = f"  dpsql compare {job} {words}"
    if len(f"{line}  {does}") <= width:
        yield f"{line}  {does}"
    elif len(line) <= width:
        yield line
        yield from _break(does, width, " " * 6)


def _break(text: str, width: int, margin: str = "") -> list[str]:
    """Break a text into lines at its spaces."""
    return wrap(
        text,
        width,
        initial_indent=margin,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
