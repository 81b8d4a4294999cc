"""``python -m tests.campaign.identifiers TEXTS``: hostile texts as names and as values in SQL.

Each goes the way that a name or a label of a job goes: an AST, a template, the AST of what the
template says, the text of DuckDB, and back; then into a Parquet file and back. It must return as it
was, and nothing else may have happened: no file, no table, no setting, no column more or less.
``--seed`` draws other texts; the same seed draws the same ones. Prints one line of JSON; the exit
code is 1 if a text was lost, failed or had an effect.
"""

import argparse
import contextlib
import json
import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pyarrow.parquet
from sqlglot import exp

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.inputs.places import EngineTable
from dpsql.sql.templates import column, identifier, render
from tests.generative.instances.hostile import NAMES, TEXTS

BATCH = 250
#: What statements, templates, formats, shells and terminals are steered by.
PIECES = (
    *"\"'`\\;,.-*/%$?:@#=+|&<>()[]{} \t\r\n",
    "''",
    '""',
    "\\'",
    '\\"',
    "--",
    "/*",
    "*/",
    "$$",
    "{{",
    "}}",
    "{%",
    "%}",
    "{#",
    "#}",
    "${x}",
    "%s",
    "%(x)s",
    ":p",
    "?1",
    "E'",
    "U&'",
    "x'",
    "NULL",
    "null",
    "select",
    " AS ",
    " FROM ",
    "; DROP TABLE marker; --",
    "'; COPY (SELECT 1) TO 'evil.csv'; --",
    "\"; COPY (SELECT 1) TO 'evil.csv'; --",
    "\"; ATTACH 'evil.db'; --",
    "'; SET threads = 1; --",
    "read_text('/etc/passwd')",
    "\x01",
    "\x07",
    "\x1b[31m",
    "\x7f",
    "\x85",
    "\xa0",
    "\u2007",
    "\u2028",
    "\u2029",
    "\u200b",
    "\u202e",
    "\u3000",
    "\ufeff",
    "\ufffd",
    "\U0001f642",
    "e\u0301",
    "é",
    "ß",
    "İ",
    "ſ",
    "＇",
    "’",
    "a",
    "Z",
    "0",
)


def draw_texts(count: int, chosen: random.Random) -> Iterator[str]:
    """The corpus, then random texts: pieces, any characters, and pieces put into the corpus."""
    corpus = [text for text in (*TEXTS, *NAMES, *PIECES) if text]
    yield from corpus[:count]
    for _ in range(count - len(corpus)):
        kind = chosen.random()
        if kind < 0.6:
            yield "".join(chosen.choices(PIECES, k=chosen.randint(1, 8)))
        elif kind < 0.8:
            yield "".join(_draw_character(chosen) for _ in range(chosen.randint(1, 12)))
        else:
            text = chosen.choice(corpus)
            place = chosen.randint(0, len(text))
            yield text[:place] + chosen.choice(PIECES) + text[place:]


def _draw_character(chosen: random.Random) -> str:
    """Any character but a lone surrogate; NUL among them."""
    code = chosen.randrange(256) if chosen.random() < 0.5 else chosen.randrange(0x110000 - 2048)
    return chr(code if code < 0xD800 else code + 2048)


class Session:
    """A hardened session, alone in a folder, and what must stay as it is."""

    def __init__(self, engine: DuckDBEngine, folder: Path) -> None:
        self.engine, self.folder = engine, folder
        engine.materialize("marker", exp.select(exp.alias_(exp.Literal.number(1), "one")))
        self.before = self.look_around()

    def look_around(self) -> list[object]:
        """Files, tables, settings, databases and secrets."""
        run = self.engine._connection.execute
        return [
            sorted(path.name for path in self.folder.rglob("*")),
            *(
                run(query).fetchall()
                for query in (
                    "SELECT table_name FROM information_schema.tables ORDER BY ALL",
                    "SELECT name, value FROM duckdb_settings() ORDER BY ALL",
                    "SELECT database_name FROM duckdb_databases() ORDER BY ALL",
                    "SELECT name FROM duckdb_secrets()",
                )
            ),
        ]

    def lose_names(self, names: list[str]) -> list[str]:
        """Make a table with these columns and read it; return the names that did not return."""
        numbers = [
            exp.alias_(exp.Literal.number(i), name, quoted=True) for i, name in _count(names)
        ]
        self.engine.materialize("hostile", exp.select(*numbers))
        stored = list(self.engine.columns("hostile"))
        read = render(
            "list_mapping_rows",
            table=exp.Table(this=identifier("hostile")),
            columns=[{"value": column(name), "name": identifier(name)} for name in names],
        )
        (row,) = self.engine.fetch(read)
        target = self.folder / "own" / "names.parquet"
        self.engine.export(read, target)
        written = pyarrow.parquet.read_table(target).column_names
        target.unlink()
        self.engine.drop("hostile")
        same = len(stored) == len(written) == len(row) == len(names)
        found = zip(names, stored, written, row, range(len(names)), strict=False)
        return [a for a, b, c, cell, i in found if not (same and a == b == c and cell == str(i))]

    def lose_values(self, texts: list[str]) -> list[str]:
        """Read these literals; return those that did not return, in SQL or in a file."""
        read = render(
            "list_mapping_rows",
            table=exp.Table(this=identifier("marker")),
            columns=[
                {"value": exp.Literal.string(text), "name": identifier(f"c{i}")}
                for i, text in _count(texts)
            ],
        )
        (row,) = self.engine.fetch(read)
        target = self.folder / "own" / "values.parquet"
        self.engine.export(read, target)
        written = pyarrow.parquet.read_table(target).to_pylist()
        target.unlink()
        (cells,) = (list(one.values()) for one in written)
        same = len(row) == len(cells) == len(texts)
        found = zip(texts, row, cells, strict=False)
        return [a for a, b, c in found if not (same and a == b == c)]

    def lose_table(self, name: str) -> bool:
        """Make a table of this name as a caller would, and find it by the catalogue."""
        quoted = identifier(name).sql("duckdb")
        self.engine._connection.execute(f"CREATE TABLE main.{quoted} AS SELECT 7 AS seven")
        self.engine.register("found", EngineTable((name,)))
        lost = self.engine.fetch(exp.select(column("seven")).from_("found")) != [(7,)]
        made = self.engine._places["found"].sql("duckdb")
        self.engine._connection.execute(f"DROP VIEW {made}")
        self.engine._connection.execute(f"DROP TABLE main.{quoted}")
        self.engine._made.popitem()
        return lost


def _count(texts: list[str]) -> Iterator[tuple[int, str]]:
    return enumerate(texts)


def unique(texts: list[str]) -> list[str]:
    """Names that differ in more than case, without NUL: of others a job is refused."""
    first: dict[str, str] = {}
    for text in texts:
        if "\0" not in text:
            first.setdefault(text.casefold(), text)
            # DuckDB folds case in its own way.
    return list({text.lower(): text for text in first.values()}.values())


def run_batch(session: Session, texts: list[str], figures: dict[str, int]) -> None:
    """Send the texts through as names, values and one as a table; count what went wrong."""
    names = unique(texts)
    figures["names"] += len(names)
    figures["literals"] += len(texts)
    lost = [*session.lose_names(names), *session.lose_values(texts)]
    table = names[len(names) // 2]
    figures["tables"] += 1
    if session.lose_table(table):
        lost.append(table)
    figures["round_trips_lost"] += len(lost)
    for text in lost[:5]:
        sys.stderr.write(f"lost: {text!a}\n")
    if (after := session.look_around()) != session.before:
        figures["side_effects"] += 1
        changed = [now for then, now in zip(session.before, after, strict=True) if then != now]
        sys.stderr.write(f"side effect: {ascii(changed)[:500]} after {texts[:3]!a}\n")
        session.before = after


def run(count: int, seed: int) -> dict[str, int]:
    """Run a campaign in an empty working directory."""
    figures = dict.fromkeys(
        ("texts", "names", "literals", "tables", "errors", "round_trips_lost", "side_effects"), 0
    )
    with TemporaryDirectory() as place, contextlib.chdir(place):
        folder = Path(place)
        (folder / "own").mkdir()
        with DuckDBEngine(DuckDBOptions(), folder, writable=[folder / "own"]) as engine:
            engine.preflight()
            session = Session(engine, folder)
            texts = draw_texts(count, random.Random(seed))
            while batch := list(islice(texts, BATCH)):
                figures["texts"] += len(batch)
                try:
                    run_batch(session, batch, figures)
                except Exception as error:
                    figures["errors"] += 1
                    sys.stderr.write(f"error: {error!a} in {batch[:3]!a}\n")
                    session.before = session.look_around()
    return figures


def main() -> None:
    """Run and print the figures; exit 1 if a text was lost or had an effect."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("texts", type=int, metavar="TEXTS", help="how many")
    parser.add_argument("--seed", type=int, default=1, help="draws others (1)")
    asked = parser.parse_args()
    begin = monotonic()
    figures = run(asked.texts, asked.seed)
    figures |= {"seed": asked.seed, "seconds": round(monotonic() - begin)}
    sys.stdout.write(f"{json.dumps(figures)}\n")
    sys.exit(bool(figures["errors"] or figures["round_trips_lost"] or figures["side_effects"]))


if __name__ == "__main__":
    main()
