"""A search that is broken off is resumed to the same bytes, or refused; never resumed wrong."""

import errno
import json
import os
import random
import shutil
import stat
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest

import dpsql
from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.levels.lattice import Node
from dpsql.journal import identity, journal
from dpsql.journal.answers import Answers, read_records
from dpsql.journal.chain import split_records
from dpsql.journal.folder import JournalFolder
from dpsql.journal.identity import Identity
from dpsql.journal.journal import Journal
from dpsql.release.publish import publish
from dpsql.search.checker import Checker
from dpsql.search.class_tables import store as class_table_store
from dpsql.search.full_domain import excerpts

NAMES = ["q0", "q1", "q2"]
FOLDER = ".r.csv.journal"
RELEASED = ("r.csv", "r.csv.manifest.json")


class Crash(Exception):
    """The end of a run that no handler of dpsql expects."""


@pytest.fixture
def words(tmp_path, monkeypatch):
    """The words of a job whose search takes some ten rounds."""
    monkeypatch.setattr(journal, "SEARCH_PER_RECORD", 0)
    chosen = random.Random(4)
    rows = [[str(chosen.randint(0, 99)) for _ in NAMES] + ["ill"] for _ in range(200)]
    for name, some in (("p.csv", [row[:-1] for row in rows]), ("t.csv", rows[:60])):
        header = [*NAMES, "lab"][: len(some[0])]
        lines = [",".join(row) for row in [header, *some]]
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {
        "public": "p.csv",
        "private": "t.csv",
        "quasi_identifiers": {name: {"widths": [5, 25, 50]} for name in NAMES},
        "delta": {"min": "1/10", "max": "1/2"},
        "metric": "discernibility",
        "release": "r.csv",
        "engine": {"duckdb": {"threads": 1}},
        "folder": tmp_path,
    }


def anonymize(words, **options):
    return dpsql.anonymize(dpsql.Job(**words), **{"journal_after": 0} | options)


def crash_after(rounds, error=Crash):
    left = iter(range(rounds))

    def watch(_):
        if next(left, None) is None:
            raise error

    return watch


@pytest.fixture
def broken_off(words):
    """A job whose search crashed after some rounds; its words."""
    with pytest.raises(Crash):
        anonymize(words, watch=crash_after(4))
    assert sorted(file.name for file in (words["folder"] / FOLDER).iterdir()) == ["key", "records"]
    return words


def read_released(words):
    return [(words["folder"] / name).read_bytes() for name in RELEASED]


def run_whole(words):
    """What a search that nothing breaks off releases, and says of itself."""
    outcome = anonymize(words, journal_after=float("inf"))
    found = read_released(words), outcome.search, outcome.metrics
    for name in RELEASED:
        (words["folder"] / name).unlink()
    return found


def expect_whole(words, whole, **options):
    outcome = anonymize(words, **options)
    assert (read_released(words), outcome.search, outcome.metrics) == whole
    assert not (words["folder"] / FOLDER).exists()


def count_nodes(monkeypatch):
    """The nodes that the engine counts from now on."""
    counted = []
    count = Checker.count
    monkeypatch.setattr(Checker, "count", lambda self, n: counted.extend(n) or count(self, n))
    return counted


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"metric": "loss"},
        {"algorithm": "incognito"},
        {"constraints": {"l_diversity": {"lab": {"distinct": 1}}}, "keep": ["lab"]},
    ],
)
def test_a_search_is_resumed_after_every_round_E02(words, changes, monkeypatch):
    words |= changes
    whole = run_whole(words)
    counted = count_nodes(monkeypatch)
    crashes = 0
    while True:
        try:
            expect_whole(words, whole, watch=crash_after(2 * crashes + 1))
            break
        except Crash:
            crashes += 1
    assert crashes > 2
    assert len(counted) == len(set(counted)), "a node was counted twice"


def test_what_excerpts_tell_is_kept_too(words, monkeypatch):
    monkeypatch.setattr(class_table_store, "FEW_CLASSES", 0)
    monkeypatch.setattr(excerpts, "LEAST_TUPLES", 0)
    monkeypatch.setattr(excerpts, "MOST_SHARE", 2)
    monkeypatch.setattr(excerpts, "LEAST_COMMON", 1)
    monkeypatch.setattr(excerpts, "MOST_PRIVATE", Fraction(1))
    whole = run_whole(words)
    asked = []
    count = Checker._count
    monkeypatch.setattr(Checker, "_count", lambda self, p: asked.extend(p) or count(self, p))
    with pytest.raises(Crash):
        anonymize(words, watch=crash_after(4))
    expect_whole(words, whole)
    assert {table.partition("_")[0] for _, table in asked} == {"frequency", "private", "slice"}
    assert len(asked) == len(set(asked)), "an excerpt was counted twice"


def test_a_crash_after_the_search_costs_no_search(words, monkeypatch):
    whole = run_whole(words)
    with monkeypatch.context() as patched, pytest.raises(Crash):
        patched.setattr(
            "dpsql.use_cases.make_release.write_release", lambda *_, **__: crash_after(0)(None)
        )
        anonymize(words)
    counted = count_nodes(monkeypatch)
    expect_whole(words, whole)
    assert counted == []


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_crash_after_the_release_is_out_leaves_no_journal_for_long(words, monkeypatch, overwrite):
    folder = words["folder"]
    if overwrite:
        anonymize(words | {"delta": {"max": "1"}})
    with monkeypatch.context() as patched, pytest.raises(Crash):
        crash = crash_after(0)
        patched.setattr(
            "dpsql.use_cases.make_release.publish", lambda *found: (publish(*found), crash(None))
        )
        patched.setattr(JournalFolder, "remove", lambda _: None)
        anonymize(words, overwrite=overwrite)
    dpsql.verify(dpsql.Job(**words))
    assert (folder / FOLDER).exists()
    with pytest.raises(dpsql.TargetError, match="exists"):
        anonymize(words)
    assert not (folder / FOLDER).exists()


@pytest.mark.parametrize("keep", [False, True])
def test_an_error_after_the_release_is_out_leaves_no_journal(words, monkeypatch, keep):
    crash = crash_after(0)
    monkeypatch.setattr(
        "dpsql.use_cases.make_release.publish", lambda *found: (publish(*found), crash(None))
    )
    with pytest.raises(Crash):
        anonymize(words, keep_journal=keep)
    assert not (words["folder"] / FOLDER).exists()


@pytest.mark.parametrize("name", ["records", "key", "released"])
def test_what_is_no_file_is_not_waited_for(broken_off, name):
    path = broken_off["folder"] / FOLDER / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    with pytest.raises(dpsql.JournalDamaged, match=f"its {name}"):
        anonymize(broken_off)


def test_a_crash_before_the_release_is_out_keeps_the_journal(words, monkeypatch):
    """Also where a release is there that the search was to replace."""
    anonymize(words | {"delta": {"max": "1"}})
    with monkeypatch.context() as patched, pytest.raises(Crash):
        patched.setattr("dpsql.use_cases.make_release.publish", lambda *_: crash_after(0)(None))
        anonymize(words, overwrite=True)
    with pytest.raises(dpsql.TargetError, match="exists"):
        anonymize(words)
    assert (words["folder"] / FOLDER).exists()
    counted = count_nodes(monkeypatch)
    anonymize(words, overwrite=True)
    assert counted == []
    assert not (words["folder"] / FOLDER).exists()


@pytest.mark.parametrize("is_silent", [True, False])
def test_a_search_goes_on_where_no_journal_can_be_private(words, monkeypatch, caplog, is_silent):
    """Modes are those of a mount: to change them is refused, or does nothing."""

    def refuse(*_):
        if not is_silent:
            raise PermissionError(errno.EPERM, "Operation not permitted")

    mkdir = Path.mkdir
    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", lambda path, mode=0o777: mkdir(path, 0o755))
        patched.setattr(Path, "chmod", refuse)
        patched.setattr(os, "fchmod", refuse)
        anonymize(words)
    assert (words["folder"] / "r.csv").exists()
    assert not (words["folder"] / FOLDER).exists()
    assert "without a journal" in caplog.text


def test_a_short_search_writes_no_journal(words):
    with pytest.raises(Crash):
        anonymize(words, watch=crash_after(4), journal_after=60)
    assert not (words["folder"] / FOLDER).exists()


def test_the_journal_is_private_and_holds_levels_and_counts_alone(broken_off):
    folder = broken_off["folder"] / FOLDER
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for file in folder.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    header, *records = (folder / "records").read_text(encoding="ascii").splitlines()
    assert json.loads(header[65:]).keys() == {"schema", "code", "job", "inputs", "counts"}
    for record in records:
        for answers in json.loads(record[65:]).values():
            for levels, *counts in answers:
                assert all(type(number) is int for number in (*levels, *counts))


# Ends of a run


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, dpsql.Interrupted])
def test_a_signal_leaves_nothing_unless_asked(words, error):
    with pytest.raises(error):
        anonymize(words, watch=crash_after(4, error))
    assert not (words["folder"] / FOLDER).exists()
    with pytest.raises(error):
        anonymize(words, watch=crash_after(4, error), keep_journal=True)
    assert (words["folder"] / FOLDER).exists()


def test_an_error_of_memory_keeps_the_journal_for_a_run_with_more(words):
    whole = run_whole(words)
    with pytest.raises(dpsql.ResourceError):
        anonymize(words, watch=crash_after(4, dpsql.ResourceError))
    more = {"duckdb": {"threads": 2, "memory": "1GB"}}
    expect_whole(words | {"engine": more}, whole)


def test_an_answer_ends_the_journal(words):
    bounds = {"min": "29/100", "max": "31/100"}
    words |= {"delta": bounds, "constraints": {"k_anonymity": 61}}
    with pytest.raises(dpsql.NoSafeRelease):
        anonymize(words)
    assert not (words["folder"] / FOLDER).exists()


def test_a_changed_input_ends_the_journal(words):
    def change(_):
        with (words["folder"] / "p.csv").open("a", encoding="utf-8") as file:
            file.write("1,2,3\n")

    with pytest.raises(dpsql.InputChanged):
        anonymize(words, watch=change)
    assert not (words["folder"] / FOLDER).exists()
    anonymize(words)


def test_a_full_disk_is_told_and_loses_no_record(words, monkeypatch):
    whole = run_whole(words)
    written = iter(range(6))

    def write(descriptor, content):
        if next(written, None) is None:
            raise OSError(28, "No space left on device")
        return real(descriptor, content)

    real = os.write
    with monkeypatch.context() as patched, pytest.raises(dpsql.ResourceError) as caught:
        patched.setattr(os, "write", write)
        anonymize(words)
    assert "No space left on device" in str(caught.value)
    assert caught.value.exit_code == 5
    counted = count_nodes(monkeypatch)
    expect_whole(words, whole)
    assert 0 < len(counted) < whole[1].checked


@pytest.mark.parametrize("written", [0, 1])
def test_a_disk_that_is_full_from_the_start_keeps_nothing(words, monkeypatch, written):
    left = iter(range(written))

    def write(descriptor, content):
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        return real(descriptor, content)

    real = os.write
    descriptors = len(list(Path("/dev/fd").iterdir()))
    with monkeypatch.context() as patched, pytest.raises(dpsql.ResourceError):
        patched.setattr(os, "write", write)
        anonymize(words)
    assert not (words["folder"] / FOLDER).exists()
    assert len(list(Path("/dev/fd").iterdir())) <= descriptors


def test_tables_in_memory_and_connections_keep_no_journal(words, tmp_path):
    folder = tmp_path / FOLDER
    table = duckdb.read_csv(str(tmp_path / "p.csv"), all_varchar=True).to_arrow_table()
    with pytest.raises(Crash):
        anonymize(words | {"public": table}, watch=crash_after(4))
    assert not folder.exists()
    with duckdb.connect() as connection, pytest.raises(Crash):
        anonymize(words, watch=crash_after(4), connection=connection)
    assert not folder.exists()


# Other runs


def change_word(words, patched):
    return words | {"delta": {"min": "1/10", "max": "3/5"}}


def change_public(words, patched):
    path = words["folder"] / "p.csv"
    path.write_bytes(path.read_bytes() + b"1,2,3\n")
    return words


def touch_private(words, patched):
    path = words["folder"] / "t.csv"
    path.write_bytes(path.read_bytes())
    return words


def change_hierarchy(words, patched):
    return words | {"quasi_identifiers": words["quasi_identifiers"] | {"q0": {"widths": [5, 25]}}}


def change_algorithm(words, patched):
    return words | {"algorithm": {"mpalm": {}}}


def change_code(words, patched):
    patched.setattr(identity, "_code", lambda: b"another")
    return words


def change_schema(words, patched):
    patched.setattr(journal, "_SCHEMA", "dpsql-journal/2")
    return words


def change_counts(words, patched):
    """Other counts although the files look as before."""
    begin = Journal.begin
    patched.setattr(Journal, "begin", lambda self, counts: begin(self, counts + b" "))
    return words


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (change_word, "another job"),
        (change_hierarchy, "another job"),
        (change_algorithm, "another job"),
        (change_public, "other inputs"),
        (touch_private, "other inputs"),
        (change_code, "another version"),
        (change_schema, "another version"),
        (change_counts, "other counts"),
    ],
)
def test_a_journal_of_another_run_is_refused_E10(broken_off, monkeypatch, change, named):
    folder = broken_off["folder"] / FOLDER
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with monkeypatch.context() as patched:
        changed = change(broken_off, patched)
        with pytest.raises(dpsql.ResumeMismatch) as caught:
            anonymize(changed)
        assert caught.value.exit_code == 7
        assert named in str(caught.value)
        assert "restart=True" in str(caught.value)
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
        assert not (broken_off["folder"] / "r.csv").exists()
        anonymize(changed, restart=True)
    assert (broken_off["folder"] / "r.csv").exists()
    assert not folder.exists()


def test_a_run_that_nothing_identifies_resumes_nothing(broken_off):
    with duckdb.connect() as connection, pytest.raises(dpsql.ResumeMismatch):
        anonymize(broken_off, connection=connection)


@pytest.mark.parametrize("number", ["-1", "nan"])
def test_a_time_that_means_nothing_is_refused(words, number):
    with pytest.raises(dpsql.ConfigError, match="journal_after"):
        anonymize(words, journal_after=float(number))


# Damage


def read_answers(folder):
    """What a run with any identity of its own would be told by the folder, and the file's end."""
    opened = Journal(JournalFolder(folder.with_name("r.csv")), _Anyone(b"", b""), 0)
    opened.close()
    return opened.known


class _Anyone(Identity):
    def digest(self, key):
        return {}


def is_part(answers, whole):
    return all(
        one.items() <= other.items()
        for one, other in (
            (answers.counted, whole.counted),
            (answers.private, whole.private),
            (answers.refuted, whole.refuted),
        )
    )


def test_a_journal_cut_at_any_byte_is_what_it_was_so_far_E09(broken_off):
    folder = broken_off["folder"] / FOLDER
    whole = read_answers(folder)
    content, key = (folder / "records").read_bytes(), (folder / "key").read_bytes()
    records, _ = split_records(content, key)
    for size in range(len(content) + 1):
        found, _ = split_records(content[:size], key)
        assert found == records[: content[:size].count(b"\n")]
    for size in range(0, len(content), 50):
        (folder / "records").write_bytes(content[:size])
        assert is_part(read_answers(folder), whole)
        assert (folder / "records").stat().st_size in (0, size, content[:size].rfind(b"\n") + 1)


def test_a_journal_cut_anywhere_is_resumed_to_the_same_release_E09(broken_off, tmp_path):
    content = (tmp_path / FOLDER / "records").read_bytes()
    kept = tmp_path / "kept"
    (tmp_path / FOLDER).rename(kept)
    whole = run_whole(broken_off)
    for size in random.Random(1).sample(range(len(content)), 3):
        shutil.copytree(kept, tmp_path / FOLDER)
        (tmp_path / FOLDER / "records").write_bytes(content[:size])
        expect_whole(broken_off, whole)
        for name in RELEASED:
            (tmp_path / name).unlink()


def flip(content, bit):
    flipped = bytearray(content)
    flipped[bit // 8] ^= 1 << bit % 8
    return bytes(flipped)


def test_every_flipped_bit_is_refused_or_harmless_E09(broken_off):
    folder = broken_off["folder"] / FOLDER
    content, key = (folder / "records").read_bytes(), (folder / "key").read_bytes()
    records, _ = split_records(content, key)
    harmless = 0
    for bit in range(8 * len(content)):
        try:
            found, _ = split_records(flip(content, bit), key)
        except dpsql.JournalDamaged as error:
            assert error.exit_code == 7
            continue
        assert found == records[:-1]
        harmless += 1
    # Without its line break the last record is torn, and dropped.
    assert harmless == 8
    for bit in range(8 * len(key)):
        with pytest.raises(dpsql.JournalDamaged):
            split_records(content, flip(key, bit))


@pytest.mark.parametrize("file", ["records", "key"])
def test_a_flipped_bit_is_refused_with_the_way_to_mend_it_E09(broken_off, file):
    path = broken_off["folder"] / FOLDER / file
    path.write_bytes(flip(path.read_bytes(), 100))
    with pytest.raises(dpsql.JournalDamaged, match="restart=True") as caught:
        anonymize(broken_off)
    assert caught.value.exit_code == 7
    assert not (broken_off["folder"] / "r.csv").exists()


def test_a_record_that_is_moved_or_left_out_is_refused(broken_off):
    folder = broken_off["folder"] / FOLDER
    lines = (folder / "records").read_bytes().splitlines(keepends=True)
    assert len(lines) > 3
    for order in ([0, 2, 1], [0, 2], [0, 1, 1, 2], [1, 2]):
        (folder / "records").write_bytes(b"".join(lines[i] for i in order))
        with pytest.raises(dpsql.JournalDamaged):
            read_answers(folder)


def test_a_damaged_journal_is_refused_until_it_is_dropped(broken_off):
    folder = broken_off["folder"] / FOLDER
    (folder / "key").unlink()
    with pytest.raises(dpsql.JournalDamaged, match="restart=True") as caught:
        anonymize(broken_off)
    assert caught.value.exit_code == 7
    anonymize(broken_off, restart=True)
    assert not folder.exists()


def test_a_folder_that_others_may_open_is_refused(broken_off):
    (broken_off["folder"] / FOLDER).chmod(0o750)
    with pytest.raises(dpsql.JournalDamaged, match="others may open"):
        anonymize(broken_off)


def test_a_link_is_not_followed(broken_off, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / FOLDER).rename(elsewhere)
    (tmp_path / FOLDER).symlink_to(elsewhere)
    with pytest.raises(dpsql.JournalDamaged, match="no folder of yours"):
        anonymize(broken_off)
    anonymize(broken_off, restart=True)
    assert sorted(file.name for file in elsewhere.iterdir()) == ["key", "records"]


@pytest.mark.parametrize("left", [[], ["key"], ["key", "records"]])
def test_a_crash_at_its_beginning_leaves_nothing_to_refuse(words, left):
    folder = words["folder"] / FOLDER
    folder.mkdir(mode=0o700)
    for name in left:
        (folder / name).write_bytes(b"half")
    anonymize(words)
    assert not folder.exists()


def test_equal_answers_have_other_digests_under_other_keys_E10(words, tmp_path):
    """Without its key a journal does not tell whether a guess at the tables is right."""
    headers = []
    for _ in range(2):
        with pytest.raises(Crash):
            anonymize(words, watch=crash_after(4), restart=True)
        line = (tmp_path / FOLDER / "records").read_bytes().splitlines()[0]
        headers.append(json.loads(line[65:]))
    for word in ("code", "job", "inputs", "counts"):
        assert headers[0][word] != headers[1][word]


def test_other_code_and_other_templates_have_another_digest(tmp_path, monkeypatch):
    find_code = identity._code.__wrapped__
    ours = find_code()
    shutil.copytree(identity.find_templates(), tmp_path / "sql_templates")
    monkeypatch.setattr(identity, "find_templates", lambda: tmp_path / "sql_templates")
    assert find_code() == ours
    with (tmp_path / "sql_templates" / "lattice" / "count_nodes.sql.j2").open(
        "a", encoding="utf-8"
    ) as file:
        file.write("\n")
    assert find_code() != ours
    monkeypatch.undo()
    monkeypatch.setattr(identity, "version", lambda name: f"{name} of another version")
    assert find_code() != ours


def test_answers_are_spelled_and_read_back():
    known = Answers(
        {Node((1, 0)): NodeStatistics(2, PrivateClasses(3, 4))},
        {Node((0, 1)): PrivateClasses(5, 6)},
        {(Node((1, 1)), True): False, (Node((1, 1)), False): True},
    )
    assert read_records([known.to_record()]) == known
    assert not read_records([Answers().to_record()])
