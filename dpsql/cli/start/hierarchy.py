"""``dpsql hierarchy``: make, check, show and convert the hierarchies of a job."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.text import Text
from rich.tree import Tree

from dpsql.cli.terminal.command_output import CommandOutput, command_output
from dpsql.cli.terminal.manual import tell
from dpsql.cli.terminal.plain import one_line
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.cli.terminal.spread_options import spread
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.hierarchy import LabelHierarchy, Leaf, nest
from dpsql.domain.levels.rules import Rule
from dpsql.domain.names import suggest
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.errors import ConfigError, TargetError, error_of
from dpsql.files import private_file
from dpsql.hierarchies.column_values import list_paths, list_values
from dpsql.hierarchies.empty_labels import Cell, note_empty_labels, tell_empty_labels
from dpsql.hierarchies.findings import Finding, find_oddities
from dpsql.hierarchies.leaf_rows import rows_of, write_rows
from dpsql.hierarchies.load import load_hierarchy, read_rows, refuse_two_parents
from dpsql.hierarchies.nested import Branch, grow, write_tree
from dpsql.job_files.read import read_job

commands = typer.Typer(
    no_args_is_help=True,
    help="Make, check, show and convert hierarchies: leaf-to-root CSV files, the format of ARX.",
)

HierarchyFile = Annotated[Path, typer.Argument(metavar="FILE", help="A leaf-to-root CSV.")]
Values = Annotated[
    str | None, typer.Option(metavar="TABLE", help="A public table: file, glob or folder.")
]
Column = Annotated[str | None, typer.Option(metavar="NAME", help="Its column.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FILE", help="A new file to write; default: stdout."),
]
Nulls = Annotated[
    bool, typer.Option("--nulls", help="Treat NULL as a value that stays NULL at every level.")
]


def build(
    values: Annotated[str, typer.Option(metavar="TABLE", help="A public table with the values.")],
    column: Annotated[str, typer.Option(metavar="NAME", help="The column of the values.")],
    widths: Annotated[
        str | None, typer.Option(metavar="W,…", help="Intervals of numbers: 5,10,20.")
    ] = None,
    dates: Annotated[
        str | None, typer.Option(metavar="UNIT,…", help="Parts of dates: month,year,decade.")
    ] = None,
    prefix: Annotated[
        str | None, typer.Option(metavar="N,…", help="Leading characters: 4,3,2.")
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,…", help="Columns of the same table, fine to coarse: city,state."
        ),
    ] = None,
    nulls: Nulls = False,
    out: Out = None,
) -> None:
    """Build the CSV of a column from intervals, dates, prefixes or other columns."""
    with command_output(as_json=False, quiet=False) as output:
        rules = {"widths": widths, "dates": dates, "prefix": prefix}
        given = {word: text.split(",") for word, text in rules.items() if text is not None}
        if len(given) + (levels is not None) != 1:
            raise ConfigError("give exactly one of --widths, --dates, --prefix, --levels")
        if levels is not None:
            rows = _read_levels(values, [column, *levels.split(",")], nulls=nulls)
        else:
            rule = _read_rule(given, nulls=nulls)
            found = list_values(values, column, Path())
            # With --nulls the rule has a row for NULL even if the column contains no NULL.
            rows = rows_of(rule, [*found, None] if nulls and None not in found else found)
        _write(output, write_rows(rows), out)


def export(
    job: Annotated[Path, typer.Argument(metavar="JOB", help="The job file (YAML).")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="A quasi-identifier of it.")],
    out: Out = None,
) -> None:
    """Write a hierarchy of a job as CSV, for ARX and others. For a rule, reads P."""
    with command_output(as_json=False, quiet=False) as output:
        asked = read_job(job)
        words = asked.quasi_identifiers.get(name)
        if words is None:
            hint = suggest(name, asked.quasi_identifiers)
            raise ConfigError(f"{job.name}: it has no quasi-identifier {name!r}{hint}")
        if words.table is not None:
            raise ConfigError(f"{name}: its hierarchy is a table of the engine; export that")
        hierarchy = load_hierarchy(name, words, asked.folder)
        found: Iterable[Leaf] | None = None
        if not isinstance(hierarchy, LabelHierarchy):
            public = asked.everybody
            if asked.is_estimated or public.memory is not None or public.table is not None:
                raise ConfigError("public: a rule is applied to the values of a file; name one")
            table = str(public.path or public.words)
            found = list_values(table, name, asked.folder)
        _write(output, write_rows(rows_of(hierarchy, found)), out)


def as_tree(file: HierarchyFile, out: Out = None) -> None:
    """Write the CSV as a nested tree: for a job file, which then needs no hierarchy file."""
    with command_output(as_json=False, quiet=False) as output:
        _write(output, [write_tree(_read(file))], out)


def lint(
    file: HierarchyFile,
    values: Values = None,
    column: Column = None,
    *,
    shared: OutputOptions,
) -> None:
    """Check a hierarchy, and compare it with the values of a column if a table is named.

    Exit code 3 if it cannot be used or lacks values of the table. Other oddities are warnings.
    """
    with shared.begin() as output:
        empty: list[Cell] = []
        read = note_empty_labels(read_rows(file, file.name), empty)
        hierarchy = nest(read, file.name, nulls_are_leaves=False)[0]
        rows = _list_rows(values, column)
        found = [Finding(tell_empty_labels(empty))] if empty else []
        found += find_oddities(hierarchy, rows)
        told = [{"message": one.message, "blocks": one.blocks} for one in found]
        sizes = [len(hierarchy.leaf_counts(level)) for level in range(hierarchy.height + 1)]
        output.show(
            {"schema": SCHEMA, "status": "linted", "labels": sizes, "findings": told},
            lambda: Text(
                "\n".join(
                    [
                        f"{name_count(sizes[0], 'leaf', 'leaves')}, labels per level: "
                        + " → ".join(f"{size:,}" for size in sizes),
                        *(one_line(one.message) for one in found),
                    ]
                )
            ),
        )
        if any(one.blocks for one in found):
            output.exit_code = 3


def show(
    file: HierarchyFile,
    values: Values = None,
    column: Column = None,
    depth: Annotated[int, typer.Option(min=1, help="Levels below the root to show.")] = 3,
    most: Annotated[int, typer.Option(min=1, help="Labels to show below each label.")] = 12,
) -> None:
    """Draw a hierarchy as a tree, with row counts if a table is named."""
    with command_output(as_json=False, quiet=False) as output:
        hierarchy = _read(file)
        rows = _list_rows(values, column)
        root = grow(((leaf, *path) for leaf, path in hierarchy.paths.items()), rows)
        output.show({}, lambda: _draw(root, depth, most, with_rows=rows is not None))


for _name, _command in (
    *(("build", build), ("export", export), ("tree", as_tree)),
    *(("lint", lint), ("show", show)),
):
    _told = tell(_command, f"hierarchy {_name}")
    commands.command(_name, help=_told.help, epilog=_told.epilog)(spread(_command))


def _list_rows(values: str | None, column: str | None) -> dict[Leaf, int] | None:
    """Return the values of a column with their rows; None if no table is named."""
    if (values is None) != (column is None):
        raise ConfigError("give both --values and --column, or neither")
    return list_values(values, column, Path()) if values and column else None


def _draw(branch: Branch, depth: int, most: int, *, with_rows: bool) -> Tree:
    """Draw a label with those below it; one that several levels repeat stands once."""
    label = "NULL" if branch.label is None else one_line(branch.label)
    levels = 1
    while (below := [*branch.below.values()]) and below[0].label == branch.label:
        if len(below) > 1 or not below[0].below:
            break
        branch, levels = below[0], levels + 1
    depth = max(0, depth - levels + 1)
    told = f"  on {levels} levels" if levels > 1 else ""
    told += f"  {name_count(branch.leaves, 'leaf', 'leaves')}" if branch.below else ""
    told += f"  {name_count(branch.rows, 'row')}" if with_rows else ""
    tree = Tree(Text.assemble(label, (told, "dim")))
    if depth:
        tree.children += [_draw(one, depth - 1, most, with_rows=with_rows) for one in below[:most]]
        if len(below) > most:
            tree.add(Text(f"… {len(below) - most:,} more", "dim"))
    return tree


def _read_rule(words: dict[str, list[str]], *, nulls: bool) -> Rule:
    try:
        rule = QuasiIdentifier(**words, nulls="own_leaf" if nulls else None).rule()
    except ValidationError as error:
        said = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
        raise ConfigError(f"--{next(iter(words))}: {said}") from None
    assert rule is not None  # noqa: S101 - each word is that of a rule
    return rule


def _read(file: Path) -> LabelHierarchy:
    return nest(read_rows(file, file.name), file.name, nulls_are_leaves=False)[0]


def _read_levels(table: str, names: list[str], *, nulls: bool) -> Iterable[tuple[Leaf, ...]]:
    """Return leaf-to-root rows from columns of a table; each label has one parent."""
    rows = list(list_paths(table, names, Path()))
    refuse_two_parents(rows, names[0], names)
    hierarchy, _ = nest(enumerate(rows, 1), names[0], nulls_are_leaves=nulls, unit="row")
    return rows_of(hierarchy)


def _write(output: CommandOutput, lines: Iterable[str], out: Path | None) -> None:
    if out is None:
        output.print("".join(lines).removesuffix("\n"))
        return
    try:
        written = _write_whole(out, lines)
    except FileExistsError:
        raise TargetError(f"{out.name}: it exists; remove it or name another") from None
    except OSError as error:
        raise error_of(error, f"{out.name}: it cannot be written", TargetError) from None
    output.print(f"{name_count(written, 'line')} written: {one_line(str(out))}")


def _write_whole(out: Path, lines: Iterable[str]) -> int:
    """Return how many lines were written to a new file, of which an error or a signal leaves none.

    Raises:
        OSError: as `private_file.create`.
    """
    written = 0
    with private_file.create(out) as file:
        try:
            for line in lines:
                written += line.count("\n")
                file.write(line)
        except BaseException:
            out.unlink()
            raise
    return written
