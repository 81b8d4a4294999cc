"""The end of each command's --help: what it reads and writes, exit codes, examples.

A test runs every example in a folder with the paper's tables and compares its exit code.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from rich.markup import escape

#: The end of ``dpsql --help``: the order of the commands.
ORDER = """\
The usual order of commands, for a public table P and a private table T:

  $ dpsql init census.parquet trial.parquet   write a first job; review it
  $ dpsql check job.yaml       check the job, the tables and the hierarchies
  $ dpsql risks job.yaml       measure presence and risks of T as it is
  $ dpsql anonymize job.yaml   find, write and verify a release
  $ dpsql verify job.yaml      later: check release and manifest again

dpsql demo shows an example; dpsql delta chooses delta from costs.

Exit codes: 0 done, 1 a bug, 2 usage or job file, 3 bad input or hierarchy, 4 no release satisfies\
 the job, or a check fails, 5 memory or disk, 6 engine, 7 integrity, 8 locked, 128 + n\
 signal n. An error is one line on stderr, with statements to copy below it; dpsql COMMAND --help\
 describes each command."""


@dataclass(frozen=True)
class Manual:
    """What a command reads and writes, its exit codes other than 0, and example lines.

    An example is a line, or a line with its exit code on the example of the paper.
    """

    reads: str
    writes: str
    codes: str
    examples: tuple[str | tuple[str, int], ...]

    def write(self) -> str:
        """The text below the options."""
        lines = []
        for example in self.examples:
            line, code = example if isinstance(example, tuple) else (example, 0)
            lines.append(f"  $ {line}" + (f"   (exit code {code})" if code else ""))
        codes = f"Exit codes: 0 done, {self.codes}."
        said = f"Reads {self.reads}. Writes {self.writes}.\n\n{codes}\n\nExamples:\n\n"
        return escape(said + "\n".join(lines))


_USUAL = "2 usage or job file, 3 bad tables or hierarchies"
_FAILS = f"{_USUAL}, 4 the job is not satisfied"
#: Of all that read the tables of a job: they may change meanwhile, or a release may not be T's.
_CHANGED = "7 an input changed"
_EARLIER = f"{_CHANGED} or an earlier release is not what it claims"

MANUALS: dict[str, Manual] = {
    "demo": Manual(
        "no file: the example is part of dpsql",
        "nothing, or the tables, the job and the release into the folder of --into",
        "2 usage, or the folder of --into is not empty, 7 a file in it changed",
        ("dpsql demo", "dpsql demo --into example", "dpsql demo --people --into people"),
    ),
    "init": Manual(
        "P, and of T names, types and the number of rows; counts in T only to warn of columns that"
        " show who is in it",
        "one new job file",
        "2 usage, or the file exists, 3 bad tables, or they share no column that can be a"
        " quasi-identifier",
        ("dpsql init census.parquet trial.parquet -o first.yaml",),
    ),
    "check": Manual(
        "the job, P, T and the hierarchies",
        "nothing, or the file of --junit",
        "2 usage, job file, or a release that cannot be there, 3 bad tables or hierarchies,"
        f" 4 no release can satisfy the job, {_EARLIER}",
        ("dpsql check job.yaml", "dpsql check job.yaml --junit check.xml --quiet"),
    ),
    "schema": Manual("nothing", "to stdout", "2 usage", ("dpsql schema > job.schema.json",)),
    "measure": Manual(
        "the job, P, T and the hierarchies, and the file of --release",
        "nothing, or the files of --report and --junit",
        f"{_FAILS}, {_EARLIER}, or the file of --release is not a generalization of T",
        (
            ("dpsql measure job.yaml", 4),
            "dpsql measure job.yaml --levels zip=2,age=2,nationality=2",
            "dpsql measure job.yaml --release arx.csv --junit gate.xml",
        ),
    ),
    "report": Manual(
        "the job, P, T and the hierarchies",
        "one new HTML page",
        f"{_FAILS}, {_EARLIER}, or with --sign-off the release is not",
        (
            "dpsql report job.yaml -o report.html",
            "dpsql report job.yaml -o internal.html --internal",
            "dpsql report job.yaml -o coarse.html --levels zip=3,age=2,nationality=2",
        ),
    ),
    "risks": Manual(
        "the job, P, T and the hierarchies, and the file of --release",
        "nothing, or the file of --junit",
        f"{_USUAL}, 4 the risk of a row of T is above the threshold, {_CHANGED} or the file of"
        " --release is not a generalization of T",
        (
            "dpsql risks job.yaml",
            ("dpsql risks job.yaml --levels zip=2,age=2 --threshold ema-health-canada", 4),
        ),
    ),
    "delta": Manual(
        "the options, or the tables of --job, or the file of --scenarios",
        "to stdout",
        f"2 usage, or no population fits the options, 3 bad tables or hierarchies of the job,"
        f" {_EARLIER}",
        (
            "dpsql delta job.yaml --prior 0.6 --cost 10000 --acceptable 500",
            "dpsql delta --scenarios scenarios.yaml",
            "dpsql delta --population 1000 --members 40 --prior 0.07 --cost 10000 --delta-max 1/20",
        ),
    ),
    "compare": Manual(
        "jobs, their P, T and hierarchies",
        "nothing",
        f"{_USUAL}, 4 no candidate has a release, {_EARLIER}",
        (
            "dpsql compare job.yaml --algorithm spalm --algorithm pooled",
            "dpsql compare job.yaml --delta 70% --delta 90% --json",
        ),
    ),
    "frontier": Manual(
        "the job, P, T and the hierarchies",
        "nothing",
        f"{_USUAL}, 4 no δmax can be attained, {_CHANGED}",
        ("dpsql frontier job.yaml", "dpsql frontier job.yaml --json > frontier.json"),
    ),
    "lattice": Manual(
        "the job, P, T and the hierarchies",
        "nothing",
        f"{_USUAL}, 4 no node satisfies the job, {_CHANGED}",
        ("dpsql lattice job.yaml",),
    ),
    "least-k": Manual(
        "the job, P, T and the hierarchies",
        "nothing",
        f"{_USUAL}, 4 no k satisfies delta, {_CHANGED}",
        (("dpsql least-k job.yaml", 4),),
    ),
    "choose": Manual(
        "the job, P and the hierarchies; the number of rows of T, unless given",
        "nothing",
        f"{_USUAL}, 4 no release can satisfy the job, {_CHANGED}",
        ("dpsql choose job.yaml", "dpsql choose job.yaml --private-rows 5"),
    ),
    "anonymize": Manual(
        "the job, P, T and the hierarchies",
        "the release and its manifest, both or neither; the files of --report and --junit; a"
        " journal beside the release during a long search",
        f"{_USUAL}, 4 no release satisfies the job, {_EARLIER}, 8 locked by another run",
        (
            "dpsql anonymize job.yaml",
            "dpsql anonymize job.yaml --overwrite --report report.html --junit gate.xml",
        ),
    ),
    "verify": Manual(
        "the job, P, T and the hierarchies, the release and its manifest",
        "nothing, or the file of --junit",
        f"{_FAILS}, {_CHANGED} or the release is not what it claims",
        ("dpsql verify job.yaml", "dpsql verify job.yaml arx.csv --foreign"),
    ),
    "diff": Manual(
        "both releases and their manifests; with --job P, T and the hierarchies",
        "nothing",
        f"2 usage or job file, 3 bad input, {_CHANGED} or a release is not what it claims",
        (
            "dpsql diff last-year.csv release.csv",
            "dpsql diff last-year.csv release.csv --job job.yaml --above 1/5",
        ),
    ),
    "explain": Manual(
        "the job, P, T and the hierarchies",
        "nothing",
        f"{_FAILS}, {_CHANGED}",
        ("dpsql explain job.yaml", ("dpsql explain job.yaml --levels zip=1,age=2", 4)),
    ),
    "audit": Manual(
        "the job, P, T and the hierarchies",
        "nothing",
        f"{_FAILS}, {_CHANGED}",
        ("dpsql audit job.yaml", "dpsql audit job.yaml --samples 50 --seed 1"),
    ),
    "certify": Manual(
        "the job, P, T and the hierarchies; with --check, the proof",
        "the proof, unless --check",
        f"{_FAILS}, {_CHANGED} or a proof does not hold",
        ("dpsql certify job.yaml -o proof.json", "dpsql certify job.yaml --check proof.json"),
    ),
    "sql": Manual(
        "the job and its hierarchy files; no table",
        "to stdout",
        "2 usage or job file, 3 a hierarchy that cannot be used, 7 the manifest of --manifest, or"
        " its release, is not what it claims",
        ("dpsql sql job.yaml --dialect snowflake --levels zip=2,age=2 > release.sql",),
    ),
    "dbt": Manual(
        "the job and its hierarchy files; no table",
        "the project into a new or empty folder",
        "2 usage or job file, 3 a hierarchy that cannot be used, 7 the manifest of --manifest, or"
        " its release, is not what it claims",
        ("dpsql dbt job.yaml project --dialect bigquery --levels zip=2,age=2",),
    ),
    "frequencies": Manual(
        "a table",
        "nothing",
        "2 usage, 3 a table that cannot be used",
        ("dpsql frequencies arx.csv --by zip,age --k 3 --missing '*'",),
    ),
    "counts": Manual(
        "the job, P, T and the hierarchies, and the ledger",
        "to stdout, or a new file; the ledger",
        "2 usage, job file or a budget that is spent, 3 bad tables or hierarchies,"
        f" {_CHANGED}, 8 another run holds the ledger",
        (
            "dpsql counts job.yaml --epsilon 1 --by nationality --levels nationality=1",
            "dpsql counts job.yaml --epsilon 0.5 --by age,zip --levels age=2,zip=2 -o counts.csv",
        ),
    ),
    "ledger": Manual(
        "the ledger",
        "nothing, or a new ledger",
        "2 usage, or no ledger, or the file exists, 3 it is damaged",
        ("dpsql ledger ledger.json --budget 2",),
    ),
    "published-counts": Manual(
        "a public table, and a table of counts of T as it was published",
        "nothing",
        "2 usage, 3 tables that cannot be used or contradict each other, 4 δmax is not certain",
        (
            "dpsql published-counts areas.csv published.csv --people people --count cases"
            " --redacted 7 --rounded 5 --total all --delta-max 1/20",
        ),
    ),
    "hierarchy build": Manual(
        "a public table",
        "a new CSV, or to stdout",
        "2 usage, 3 values that the rule does not accept",
        (
            "dpsql hierarchy build --values census.parquet --column age --widths 5,10,20",
            "dpsql hierarchy build --values census.parquet --column zip --prefix 4,2 -o new.csv",
        ),
    ),
    "hierarchy export": Manual(
        "the job, its hierarchy files, and P if a rule needs its values",
        "a new CSV, or to stdout",
        "2 usage or job file, 3 a hierarchy that cannot be used",
        ("dpsql hierarchy export job.yaml nationality -o nationality.csv",),
    ),
    "hierarchy tree": Manual(
        "a leaf-to-root CSV",
        "YAML for a job, to a new file or to stdout",
        "2 usage, 3 a hierarchy that cannot be used",
        ("dpsql hierarchy tree zip.csv",),
    ),
    "hierarchy lint": Manual(
        "a leaf-to-root CSV, and a public table if named",
        "nothing",
        "2 usage, 3 the hierarchy cannot be used, or lacks values of the table",
        ("dpsql hierarchy lint zip.csv --values census.parquet --column zip",),
    ),
    "hierarchy show": Manual(
        "a leaf-to-root CSV, and a public table if named",
        "nothing",
        "2 usage, 3 a hierarchy that cannot be used",
        ("dpsql hierarchy show zip.csv --depth 2",),
    ),
}


@dataclass(frozen=True)
class Told:
    """The help texts of a command above and below its options."""

    help: str
    epilog: str


def tell(command: Callable[..., None], name: str) -> Told:
    """Return the help of a command: its docstring, one line per paragraph, and its manual."""
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    told = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    return Told(told, MANUALS[name].write())
