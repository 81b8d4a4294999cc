"""``python -m tests.campaign.corruptions [N [SEED]]``: releases and manifests are changed, N times.

`verify` must refuse every one, also where rows and claims are the same and only their bytes are
others. Half of the changes to a file come with a manifest that was made to fit: its hash, its
number of rows. Prints one line of JSON; the exit code
is 1 if something was accepted, or ended otherwise than as a release that is none (7) or breaks the
job (4).
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

import dpsql
from tests.campaign.releases import KINDS, Published, publish

Change = Callable[[Published, Random], None]


def change_byte(published: Published, random: Random) -> None:
    """Flip a bit of the release."""
    _flip(published.path, random)


def change_cell(published: Published, random: Random) -> None:
    """Write another label, or any text, into a cell."""
    rows = published.read_rows()
    row, place = random.randrange(1, len(rows)), random.randrange(len(rows[0]))
    others = {other[place] for other in rows[1:]} | {"*", "a", "a1", "20", "[20, 22)", "nothing"}
    rows[row][place] = random.choice(sorted(others - {rows[row][place]}))
    published.write_rows(_in_order(rows, random))


def change_rows(published: Published, random: Random) -> None:
    """Drop a row, repeat one, put one in the place of another, or exchange two."""
    rows = published.read_rows()
    one, other = random.sample(range(1, len(rows)), 2)
    match random.randrange(4):
        case 0:
            del rows[one]
        case 1:
            rows.insert(one, rows[one])
        case 2:
            rows[one] = rows[other]
            rows = _in_order(rows, random)
        case _:
            rows[one], rows[other] = rows[other], rows[one]
    published.write_rows(rows)


def change_spelling(published: Published, random: Random) -> None:
    """Write the same rows in other bytes: quotes, a byte order mark, another layout or metadata."""
    if published.path.suffix == ".csv":
        _spell_csv(published, random)
    else:
        _spell_parquet(published, random)
    published.forge()


def change_manifest_spelling(published: Published, random: Random) -> None:
    """Say the same in another manifest, or what is as true as what stood there."""
    text = published.manifest_path.read_text(encoding="utf-8")
    rows = published.claims["release"]["rows"]
    changes: list[Callable[[str], str]] = [
        lambda text: text.replace('"rows"', '"rows": 1,\n    "rows"', 1),
        lambda text: text.replace(f'"rows": {rows}', f'"rows":  {rows}', 1),
        lambda text: text.replace('"name": "r.', '"name": "s.', 1),
        lambda text: text.replace('"csv_formulas": "refuse"', '"csv_formulas": "quote"'),
        lambda text: text.replace('"zip"', '"z\\u0069p"', 1),
        lambda text: text + "\n",
        lambda text: json.dumps(json.loads(text)) + "\n",
        lambda text: json.dumps(dict(reversed(json.loads(text).items())), indent=2) + "\n",
    ]
    published.manifest_path.write_text(random.choice(changes)(text), encoding="utf-8")


def _spell_csv(published: Published, random: Random) -> None:
    lines = published.content.splitlines(keepends=True)
    line = random.randrange(len(lines))
    quoted = [b",".join(b'"%b"' % cell for cell in one.strip().split(b",")) for one in lines]
    changes: list[Callable[[], bytes]] = [
        lambda: b"\xef\xbb\xbf" + published.content,
        lambda: b"".join([*lines[:line], quoted[line] + b"\n", *lines[line + 1 :]]),
        lambda: b"\n".join([*quoted, b""]),
        lambda: published.content.replace(b"\n", b"\r\n"),
        lambda: published.content + b"\n",
    ]
    published.path.write_bytes(random.choice(changes)())


def _spell_parquet(published: Published, random: Random) -> None:
    table = pq.read_table(pa.BufferReader(published.content))
    marked = table.replace_schema_metadata({"mark": str(random.random())})
    coded = table.cast(
        pa.schema(
            [field.with_type(pa.dictionary(pa.int32(), field.type)) for field in table.schema]
        )
    )
    form = random.choice(["ROW_GROUP_SIZE 2048", "COMPRESSION snappy", "KV_METADATA {a: 'b'}"])
    changes: list[Callable[[], object]] = [
        lambda: pq.write_table(marked, published.path, compression="zstd"),
        lambda: pq.write_table(coded, published.path, compression="zstd"),
        lambda: published.path.write_bytes(_fill_gap(published.content)),
        lambda: duckdb.from_arrow(table).query(
            "t", f"COPY t TO '{published.path}' (FORMAT parquet, {form})"
        ),
    ]
    random.choice(changes)()


def _fill_gap(content: bytes) -> bytes:
    """Bytes between the pages and the footer, which no reader looks at."""
    size = int.from_bytes(content[-8:-4], "little") + 8
    return content[:-size] + b"mark" + content[-size:]


def change_manifest_byte(published: Published, random: Random) -> None:
    """Flip a bit of the manifest."""
    _flip(published.manifest_path, random)


def change_claim(published: Published, random: Random) -> None:
    """Claim something else: a number, a level, a range, a model that does not hold."""
    published.edit_manifest(lambda words: _claim_otherwise(words, random))


#: Exit codes of a release that is refused for what it is.
_REFUSED = "47"
CHANGES: tuple[Change, ...] = (
    *(change_byte, change_cell, change_rows, change_manifest_byte, change_claim),
    *(change_spelling, change_manifest_spelling),
)


def run(changes: int, seed: int = 0) -> dict[str, Any]:
    """Make so many changes; count how each was refused."""
    random, refused, accepted, same = Random(seed), Counter[str](), list[str](), 0
    done = 0
    with TemporaryDirectory() as root:
        releases = []
        for number, kind in enumerate(KINDS):
            (Path(root) / str(number)).mkdir()
            releases.append(publish(Path(root) / str(number), kind, number))
        while done < changes:
            published, change = random.choice(releases), random.choice(CHANGES)
            forged = change in (change_byte, change_cell, change_rows) and random.random() < 0.5
            change(published, random)
            if forged:
                published.forge()
            if _is_as_it_was(published):
                same += 1
            else:
                done += 1
                ended = _verify(published)
                refused[ended] += 1
                if ended[0] not in _REFUSED:
                    kind = f"{published.job.algorithm.name} {published.path.suffix}"
                    what = published.manifest_path.read_text(encoding="utf-8", errors="replace")
                    accepted.append(f"{change.__name__}, {kind}, forged {forged}: {ended} {what}")
            published.restore()
    return {
        "campaign": "corruptions",
        "changes": done,
        "refused": done - len(accepted),
        "by_exit_code": dict(sorted(refused.items())),
        "without_effect": same,
        "not_refused": accepted,
    }


def _verify(published: Published) -> str:
    """How `verify` ended: exit code and class of its error."""
    try:
        dpsql.verify(published.job)
    except dpsql.DpsqlError as error:
        return f"{error.exit_code} {error.code}"
    except Exception as error:
        return f"crash {type(error).__name__}"
    return "accepted"


def _flip(path: Path, random: Random) -> None:
    content = bytearray(path.read_bytes())
    content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    path.write_bytes(content)


def _in_order(rows: list[list[Any]], random: Random) -> list[list[Any]]:
    """The rows sorted as a forger would, or left where they are."""
    head = rows[:1]
    return (
        rows if random.random() < 0.5 else head + sorted(rows[1:], key=lambda r: list(map(str, r)))
    )


def _claim_otherwise(words: dict[str, Any], random: Random) -> None:
    presence, release = words["presence"], words["release"]
    least, greatest = (Fraction(presence[end]) for end in ("min", "max"))
    step = Fraction(1, 1000)
    changes: list[Callable[[], Any]] = [
        lambda: release.update(rows=release["rows"] + random.choice([-1, 1])),
        lambda: words.update(public_rows=words["public_rows"] + random.choice([-1, 1])),
        lambda: presence.update(min=str(least + random.choice([-1, 1]) * step)),
        lambda: presence.update(max=str(greatest + random.choice([-1, 1]) * step)),
        lambda: words.update(delta={"min": "0", "max": str(greatest - step)}),
        lambda: words.update(delta={"min": str(least + step), "max": "1"}),
        lambda: words["constraints"].update(k_anonymity=10**6),
        lambda: words["constraints"].update(weak_k_anonymity=10**6),
        lambda: words.update(keep=[] if words["keep"] else ["note"]),
        lambda: release.update(sha256="0" * 64),
    ]
    if "levels" in words:
        name = random.choice(sorted(words["levels"]))
        changes.append(lambda: words["levels"].update({name: words["levels"][name] + 1}))
        changes.append(lambda: words["levels"].pop(name))
    else:
        name = random.choice(sorted(words["boxes"]["orders"]))
        changes.append(lambda: words["boxes"]["orders"].update({name: "frequency"}))
        changes.append(lambda: words["boxes"]["orders"].pop(name))
    if "choose" in words:
        changes.append(lambda: words.pop("choose"))
    random.choice(changes)()


def _is_as_it_was(published: Published) -> bool:
    """Whether a change has changed nothing, as a row put in the place of an equal one."""
    return (
        published.path.read_bytes() == published.content
        and published.manifest_path.read_bytes() == published.manifest
    )


def main() -> None:
    """Run and print the figures; exit 1 if a change was not refused."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "changes", type=int, nargs="?", default=2000, metavar="N", help="changes to make (2000)"
    )
    parser.add_argument(
        "seed", type=int, nargs="?", default=0, metavar="SEED", help="draws others (0)"
    )
    asked = parser.parse_args()
    found = run(asked.changes, asked.seed)
    print(json.dumps(found))
    sys.exit(bool(found["not_refused"]))


if __name__ == "__main__":
    main()
