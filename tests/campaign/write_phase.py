"""Every system call of a run is killed, stopped and failed, and what it leaves is looked at.

    python -m tests.campaign.write_phase --into results.jsonl

goes on where it was, writes a line per fault, and exits with 1 if one broke a promise; those that
did are tried again:

- the release is absent, as it was, or the new one; what is there verifies, also beside what a kill
  left of its manifest;
- but for a kill, release and manifest are of one run, and nothing else stays, unless the disk goes
  on failing; what stays is named, and a lock that was refused may;
- the exit code tells the cause, nothing prints a traceback, and an exit code of 0 means published;
- the next run ends well, and nothing of the dead one stays; it is made where anything is left.
"""

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import dpsql
from dpsql.cli.app import make_app
from dpsql.demo import run_demo
from tests.campaign.traced import Ended, Fault, is_possible, run, trace

ERRORS = ("EIO", "ENOSPC", "EDQUOT", "EMFILE", "EACCES")
#: What may be failed from a call on for good: a disk that dies.
DYING = (
    *("write", "pwrite64", "fsync", "rename", "renameat", "renameat2", "link", "unlink"),
    *("unlinkat", "rmdir", "mkdir"),
)
MODES = ("fresh", "overwrite")
#: A run that keeps a journal from the start, on request: `--mode journal`.
WITH_JOURNAL = "journal"
SUFFIXES = ("csv", "parquet")
MANIFEST = ".manifest.json"


@dataclass(frozen=True)
class Seen:
    """Hashes of release and manifest, None where absent; and what else of dpsql's is there."""

    pair: tuple[str | None, str | None]
    others: tuple[str, ...]


class Stage:
    """A folder in which one job is run again and again, from the same start."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self.folder, self.suffix = folder, suffix
        self.job, self.temporary = folder / "job" / "job.yaml", folder / "temporary"
        self.release = folder / "job" / f"release.{suffix}"
        self.starts = {mode: folder / f"start-{mode}" for mode in MODES}
        self._make_starts()
        self.starts[WITH_JOURNAL] = self.starts["fresh"]
        self.old = {mode: self.look(start).pair for mode, start in self.starts.items()}
        self.reset("fresh")
        # By the command line, so that all that it imports late is there before the first fork.
        make_app()(self.arguments("fresh"), standalone_mode=False)
        dpsql.verify(self.job)
        self.new = self.look().pair

    def _make_starts(self) -> None:
        """The paper's example; to overwrite, what the same job with another delta released."""
        fresh, over = (self.starts[mode] for mode in MODES)
        run_demo(fresh, None)
        for path in fresh.iterdir():
            if path.name.startswith(("release", "five")):
                path.unlink()
        words = (fresh / "job.yaml").read_text().replace("release.csv", f"release.{self.suffix}")
        words += "engine: {duckdb: {threads: 1}}\n"
        (fresh / "job.yaml").write_text(words)
        shutil.copytree(fresh, over)
        dpsql.anonymize(over / "job.yaml")
        loose = words.replace("max: 2/3", "max: 1").replace("min: 1/2", "min: 0")
        assert loose != words
        self.strict_words, self.words = words, loose
        for folder in (fresh, over):
            (folder / "job.yaml").write_text(loose)

    def reset(self, mode: str) -> None:
        """Begin again."""
        for folder in (self.job.parent, self.temporary):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.starts[mode], self.job.parent)
        self.temporary.mkdir()

    def arguments(self, mode: str) -> list[str]:
        """The command that is run."""
        # What is kept of a journal is told by a warning.
        options = {"overwrite": ["--quiet", "--overwrite"], WITH_JOURNAL: ["--journal-after", "0"]}
        return ["anonymize", str(self.job), *options.get(mode, ["--quiet"])]

    def _may_stay(self, mode: str, seen: Seen, ended: Ended) -> set[str]:
        """A lock that was refused; the journal of a run that failed, or that cannot be removed."""
        journal = f".{self.release.name}.journal"
        is_unfinished = seen.pair == self.old[mode] and ended.exit_code != 0
        stays = is_unfinished or f"{journal}: cannot be removed" in ended.stderr
        return {f".{self.release.name}.dpsql-lock", *[journal] * stays}

    def look(self, folder: Path | None = None) -> Seen:
        """What is there now."""
        folder = folder or self.job.parent
        hashes = (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
            for name in (self.release.name, self.release.name + MANIFEST)
            for path in (folder / name,)
        )
        others = [path.name for path in folder.iterdir() if is_our_own(path.name)]
        if self.temporary.is_dir():
            others += [path.name for path in self.temporary.iterdir()]
        release, manifest = hashes
        return Seen((release, manifest), tuple(sorted(others)))

    def list_calls(self, mode: str, *, with_inputs: bool) -> Iterator[tuple[str, int]]:
        """Names and numbers of the calls of a run in which nothing fails, from its lock on.

        Those on what it writes, and on inputs if asked for. DuckDB reads limits of the system, and
        aborts where it cannot; that is a kill.
        """
        self.reset(mode)
        counts: Counter[str] = Counter()
        is_locked = False
        for line in trace(self.arguments(mode), self.temporary, self.folder / "trace"):
            name = line.partition("(")[0]
            counts[name] += 1
            is_locked |= ".dpsql-lock" in line
            path = line.replace(str(self.folder), "")
            is_ours = any(word in path for word in ("dpsql-", "release.", "/job>", '/job"'))
            if is_locked and (is_ours or (with_inputs and "/job/" in path)):
                yield name, counts[name]

    def try_fault(self, mode: str, fault: Fault) -> dict[str, object]:
        """Run with the fault; say what was found, and which promises it broke."""
        self.reset(mode)
        ended = run(self.arguments(mode), self.temporary, fault)
        seen = self.look()
        broken = list(self._judge(mode, fault, ended, seen))
        if seen.pair[0] is not None and seen.pair != self.new:
            # Only the job that made a release verifies it.
            self.job.write_text(self.strict_words)
            checked = run(["verify", str(self.job), "--quiet"], self.temporary)
            self.job.write_text(self.words)
            broken += [f"verify ends with {checked.exit_code}"] * (checked.exit_code != 0)
        if seen.others or seen.pair not in (self.old[mode], self.new):
            broken += self._run_again(mode, seen)
        pair = "/".join(self._name(mode, i, seen) for i in (0, 1))
        last = (ended.stderr.strip().splitlines() or [""])[-1]
        return {"exit": ended.exit_code, "pair": pair, "left": seen.others, "broken": broken} | {
            "said": last[:200]
        }

    def _name(self, mode: str, i: int, seen: Seen) -> str:
        if seen.pair[i] == self.old[mode][i]:
            return "old" if seen.pair[i] else "absent"
        return "new" if seen.pair[i] == self.new[i] else "neither" if seen.pair[i] else "absent"

    def _judge(self, mode: str, fault: Fault, ended: Ended, seen: Seen) -> Iterator[str]:
        if seen.pair[0] not in (self.old[mode][0], self.new[0]):
            yield "the release is neither old nor new"
        if "Traceback" in ended.stderr:
            yield "a traceback"
        if ended.exit_code not in _allowed_exits(fault.kind):
            yield f"exit code {ended.exit_code}"
        if fault.kind == "KILL":
            return
        is_dying = fault.kind.endswith("+")
        if seen.pair not in (self.old[mode], self.new) and not (is_dying and seen.others):
            yield "release and manifest are of two runs"
        if set(seen.others) - self._may_stay(mode, seen, ended) and not is_dying:
            yield "something is left"
        is_named = all(name in ended.stderr for name in seen.others) or "undone" in ended.stderr
        if not is_named and not (is_dying and fault.call == "write"):  # which stderr needs, too
            yield "something is left without a word"
        if ended.exit_code == 0 and seen.pair != self.new:
            yield "it ends well, and nothing is published"
        is_told = "are published, but" in ended.stderr or fault.kind == "TERM"
        if ended.exit_code != 0 and seen.pair == self.new != self.old[mode] and not is_told:
            yield "it is published, and said not to be"

    def _run_again(self, mode: str, before: Seen) -> Iterator[str]:
        is_out = before.pair[0] == self.new[0]
        ended = run(self.arguments("overwrite" if is_out else mode), self.temporary)
        seen = self.look()
        if ended.exit_code != 0:
            yield f"the next run ends with {ended.exit_code}"
        if seen.others:
            yield f"the next run leaves {', '.join(seen.others)}"
        if seen.pair != self.new:
            yield "the next run does not publish"


def is_our_own(name: str) -> bool:
    """Whether it is neither release, manifest nor input: staging, a lock, a journal."""
    return "dpsql" in name or (name.startswith(".") and name.endswith(".journal"))


def _allowed_exits(kind: str) -> tuple[int, ...]:
    """Exit codes; a fault may also come where it harms nothing."""
    by_kind = {"KILL": (137,), "TERM": (143,), "EACCES": (2, 3, 5)}
    return (0, *by_kind.get(kind.rstrip("+"), (5,)))


def list_faults(calls: Iterable[tuple[str, int]]) -> Iterator[Fault]:
    """Every fault at every call; those that change what is there come first."""
    for call, number in sorted(calls, key=lambda pair: pair[0] not in DYING):
        kinds = ["KILL", "TERM", *ERRORS] + ["EIO+"] * (call in DYING)
        if call in ("read", "pread64"):
            kinds = ["EIO"]
        yield from (Fault(call, number, kind) for kind in kinds)


def main() -> None:
    """Run the campaign."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--into", type=Path, default=Path("write_phase.jsonl"), help="results")
    parser.add_argument("--sample", type=int, default=1, help="try each n-th fault only")
    parser.add_argument("--call", action="append", help="fail these calls only")
    parser.add_argument("--inputs", action="store_true", help="fail calls on inputs, too")
    parser.add_argument("--mode", choices=[*MODES, WITH_JOURNAL], help="run in this mode only")
    parser.add_argument("--suffix", choices=SUFFIXES, help="release to such a file only")
    options = parser.parse_args()
    if not is_possible():
        sys.exit("write_phase: strace is missing, or may not trace here")
    for suffix in [options.suffix] if options.suffix else SUFFIXES:
        with tempfile.TemporaryDirectory(prefix="campaign-") as folder:
            _try_all(Stage(Path(folder), suffix), options)
    sys.exit(_tell(options.into))


def _try_all(stage: Stage, options: argparse.Namespace) -> None:
    done = _read(options.into)
    with options.into.open("a") as results:
        for mode in [options.mode] if options.mode else MODES:
            calls = stage.list_calls(mode, with_inputs=options.inputs)
            if options.call:
                calls = (call for call in calls if call[0] in options.call)
            for fault in list(list_faults(calls))[:: options.sample]:
                key = [stage.suffix, mode, fault.call, fault.number, fault.kind]
                if done.get(tuple(key)) == []:
                    continue
                found = {"fault": key, **stage.try_fault(mode, fault)}
                results.write(json.dumps(found) + "\n")
                results.flush()
                if found["broken"]:
                    print(json.dumps(found), flush=True)


def _read(results: Path) -> dict[tuple[object, ...], list[str]]:
    """What was broken by each fault that was tried."""
    if not results.exists():
        return {}
    lines = map(json.loads, results.read_text().splitlines())
    return {tuple(line["fault"]): line["broken"] for line in lines}


def _tell(results: Path) -> bool:
    """Print a line of figures; tell whether anything was broken."""
    tried: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for (suffix, mode, _, _, kind), promises in _read(results).items():
        tried[f"{suffix} {mode} {kind}"] += 1
        broken[f"{suffix} {mode} {kind}"] += bool(promises)
    figures = {"tried": tried.total(), "broken": broken.total(), "by_fault": dict(tried)}
    print(json.dumps({"campaign": "write_phase", **figures}))
    return any(broken.values())


if __name__ == "__main__":
    main()
