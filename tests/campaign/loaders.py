"""``python -m tests.campaign.loaders INPUTS``: mutated jobs, hierarchies, CSV headers, predicates.

Each is read or refused by an error of dpsql, in a second and without much memory; anything else is
a fault. ``--seed`` draws other inputs; the same seed draws the same ones. Prints one line of JSON;
the exit code is 1 at a crash, a hang, a file that was made, or too much memory.
"""

import argparse
import json
import logging
import random
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from traceback import extract_tb

from dpsql.demo import run_demo
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.domain.sections.source import Source
from dpsql.engines.base import ColumnType
from dpsql.errors import DpsqlError
from dpsql.hierarchies.load import load_hierarchy
from dpsql.inputs.places import find_place
from dpsql.job_files.read import parse_job
from dpsql.sql.tables.private_table import marked_by_predicate
from tests.generative.instances.hostile import TEXTS

#: Seconds after which an input counts as one that hangs.
HANG = 5
#: Kilobytes by which the whole campaign may make the process larger.
MOST_MEMORY = 500 * 1024
_DEMO = Path(sys.modules[run_demo.__module__].__file__ or "").parent / "tables"
JOBS = (
    (_DEMO / "job.yaml").read_bytes(),
    b"""public: census/*.parquet
private: {where: in_trial and age > 3}
quasi_identifiers:
  zip: {hierarchy: z.csv, order: alpha, nulls: own_leaf}
  age: {widths: [5, 10, 20]}
  visit: {dates: [month, year, decade]}
  p: {prefix: [4, 3], order: [a, b]}
  t: {tree: {America: {N. America: [USA, Canada]}, Europe: [Spain]}}
  region: {table: dim, columns: [city, county]}
delta: {min: 0.1, max: "2/3"}
algorithm: {mpalm: {columns: best, values: first}}
constraints: {k_anonymity: 5, l_diversity: {ill: {distinct: 3}}, t_closeness: {ill: {t: 0.2}}}
public_columns: [zip, age, visit, p, t, region]
keep: [ill]
release: o.csv
engine: {duckdb: {memory: 4GB, threads: 2, work_dir: w, max_spill: 1TB}}
""",
    b"""public: {path: a.csv, delimiter: ";"}
private: {table: t.csv, key: id}
quasi_identifiers: {a: {prefix: [1]}}
constraints: {k_map: 2, weak_k_anonymity: 2, presence_diversity: 2, presence_closeness: 1/4}
delta: {max: 1}
algorithm: {mondrian: {columns: widest}}
""",
)
ROWS = (
    (_DEMO / "zip.csv").read_bytes(),
    b'a;"b;c";*\n"q""";x;*\n;N;*\n',
    b"1,[0-5),*\n7,[5-10),*\n",
    b"\xef\xbb\xbfname,zip\r\nBob,47906\r\n",
    b'"a b"\tc\n1\t2\n',
)
PREDICATES = (
    b"in_trial",
    b"in_trial and age > 3 or not (zip = '47906')",
    b"age between -1 and 5 and born >= '2020-01-31' and zip in ('a', 'b''c')",
    b"cast(zip as int) <> 5 and zip is not null and zip not in ('1')",
)
COLUMNS = {
    "in_trial": ColumnType("boolean", "BOOLEAN"),
    "age": ColumnType("integer", "BIGINT"),
    "born": ColumnType("date", "DATE"),
    "zip": ColumnType("text", "VARCHAR"),
}
PIECES = (
    *(text.encode() for text in TEXTS),
    *(bytes([byte]) for byte in (0, 9, 10, 13, 0x80, 0xC0, 0xFF)),
    *b"\xef\xbb\xbf|&a |*a|!x |!!python/name:x |>\n||\n|~|- |: |{|}|[|]|{{|? |%|---\n|...\n".split(
        b"|"
    ),
    *b"#|<<: |1e999|-1|0/0|.nan|.inf|1_0|0x1|  |''|and|or|not|(|)|=|in|null is|is null".split(b"|"),
    *b"..|/|//|~|C:|://|**|age|zip|public: |where: |hierarchy: |order: |1/2|0.5".split(b"|"),
    b"9" * 400,
    b"1/" + b"9" * 30,
    b"a" * 300,
    b"[" * 40,
    b"{a: " * 40,
    "ſ".encode(),
    "٣".encode(),
    "²".encode(),
    "½".encode(),
    "\ud7ff".encode(),
)


def mutate(text: bytes, chosen: random.Random) -> bytes:
    """Put in, cut out, change, repeat and replace, some times over."""
    found = bytearray(text)
    for _ in range(chosen.randint(1, 6)):
        place, kind = chosen.randrange(len(found) + 1), chosen.random()
        if kind < 0.35:
            found[place:place] = chosen.choice(PIECES)
        elif kind < 0.55:
            found[place : place + chosen.randint(1, 12)] = b""
        elif kind < 0.7:
            found[place : place + 1] = bytes([chosen.randrange(256)])
        elif kind < 0.85:
            other = chosen.randrange(len(found) + 1)
            found[place:place] = found[other : other + chosen.randint(1, 40)]
        else:
            found[place : place + chosen.randint(1, 6)] = chosen.choice(PIECES)
    return bytes(found)


def read_job(text: bytes, folder: Path) -> None:
    """Parse a job, and build its trees."""
    for words in parse_job(text, "job.yaml", folder).quasi_identifiers.values():
        if words.tree is not None:
            load_hierarchy("q", words, folder)


def read_hierarchy(text: bytes, folder: Path) -> None:
    """Read a hierarchy file to its end."""
    (folder / "h.csv").write_bytes(text)
    load_hierarchy("q", QuasiIdentifier(hierarchy="h.csv"), folder)


def read_header(text: bytes, folder: Path) -> None:
    """Read the header of a table."""
    (folder / "c.csv").write_bytes(text)
    find_place(Source(path="c.csv"), folder)


def read_predicate(text: bytes, _: Path) -> None:
    """Read the predicate that states T, over a table of known columns."""
    marked_by_predicate(text.decode("utf-8", "replace"), COLUMNS)


#: What is read, the texts that are mutated, and how often it has its turn.
LOADERS: tuple[tuple[Callable[[bytes, Path], None], tuple[bytes, ...]], ...] = (
    (read_job, JOBS),
    (read_hierarchy, ROWS),
    (read_job, JOBS),
    (read_header, ROWS),
    (read_predicate, PREDICATES),
)


class _Hang(BaseException):
    """An input took too long; nothing that reads catches this."""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Break the block off after so many seconds."""

    def stop(*_: object) -> None:
        raise _Hang

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def run(count: int, seed: int) -> dict[str, object]:
    """Read so many inputs; count those that were read, those that were refused, and faults."""
    chosen = random.Random(seed)
    read = refused = hangs = 0
    crashes: dict[str, int] = {}
    slowest = 0.0
    with TemporaryDirectory() as place:
        folder = Path(place)
        for number in range(count):
            load, texts = LOADERS[number % len(LOADERS)]
            text = mutate(chosen.choice(texts), chosen)
            begin = monotonic()
            try:
                with limited(HANG):
                    load(text, folder)
                read += 1
            except DpsqlError:
                refused += 1
            except _Hang:
                hangs += 1
                sys.stderr.write(f"hang: {load.__name__} {text[:400]!a}\n")
            except Exception as error:
                last = extract_tb(error.__traceback__)[-1]
                place = f"{Path(last.filename).name}:{last.lineno}"
                key = f"{load.__name__}: {type(error).__name__} {place}"
                if key not in crashes:
                    sys.stderr.write(f"crash: {key} {text[:400]!a}\n")
                crashes[key] = crashes.get(key, 0) + 1
            slowest = max(slowest, monotonic() - begin)
        left = sorted(path.name for path in folder.iterdir())
    return {
        "inputs": count,
        "read": read,
        "refused": refused,
        "crashes": sum(crashes.values()),
        "hangs": hangs,
        "files_made": len(set(left) - {"h.csv", "c.csv"}),
        "slowest_seconds": round(slowest, 2),
    }


def main() -> None:
    """Run and print the figures; exit 1 at a crash, a hang or too much memory."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("inputs", type=int, metavar="INPUTS", help="how many")
    parser.add_argument("--seed", type=int, default=1, help="draws others (1)")
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    begin = monotonic()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    figures = run(asked.inputs, asked.seed)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    figures |= {"grown_kb": grown, "seed": asked.seed, "seconds": round(monotonic() - begin)}
    sys.stdout.write(f"{json.dumps(figures)}\n")
    faults = figures["crashes"] or figures["hangs"] or figures["files_made"]
    sys.exit(bool(faults) or grown > MOST_MEMORY)


if __name__ == "__main__":
    main()
