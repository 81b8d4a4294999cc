"""A database that answers wrongly: what is published is right all the same, or nothing is."""

import pytest

import dpsql
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.errors import IntegrityError
from dpsql.verifier.full_domain import verify_release


@pytest.fixture
def job(bench):
    """A job whose optimum is neither the bottom nor the top."""
    people = [f"{zip_},{age}" for zip_ in ("aaaa", "abab", "bbbb") for age in range(8)]
    bench.tables("zip,age", people, people[::5])
    return bench.job(
        {"zip": {"prefix": [2, 1]}, "age": {"widths": [2, 4]}},
        delta={"max": "1/3"},
        release="r.csv",
        engine={"duckdb": {"threads": "1"}},
    )


class Proxy:
    """Adds 1 to the first number of the answer number `wrong`; counts the answers."""

    def __init__(self, monkeypatch, wrong=0):
        self.answers = 0
        fetch = DuckDBEngine._fetch

        def fetch_wrongly(engine, sql):
            rows = fetch(engine, sql)
            self.answers += 1
            return self._alter(rows) if self.answers == wrong else rows

        monkeypatch.setattr(DuckDBEngine, "_fetch", fetch_wrongly)

    def _alter(self, rows):
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                if type(cell) is int:
                    wrong = (*row[:j], cell + 1, *row[j + 1 :])
                    return [*rows[:i], wrong, *rows[i + 1 :]]
        return rows


def test_one_count_that_is_off_by_one_publishes_nothing_wrong_E15(bench, job, monkeypatch):
    with monkeypatch.context() as patch:
        honest = Proxy(patch)
        dpsql.anonymize(job)
    ends = []
    for wrong in range(2, honest.answers):
        with monkeypatch.context() as patch:
            Proxy(patch, wrong)
            for name in ("r.csv", "r.csv.manifest.json"):
                (bench.folder / name).unlink(missing_ok=True)
            try:
                told = dpsql.anonymize(job)
            except dpsql.DpsqlError as error:
                assert not (bench.folder / "r.csv").exists()
                ends.append(error.exit_code)
                continue
        # Then the number did not matter, or led to another release, which holds as well.
        verified = dpsql.verify(job)
        assert (told.public_rows, told.release.sha256) == (
            verified.public_rows,
            verified.release.sha256,
        )
    assert 7 in ends


@pytest.mark.parametrize("change", ["a row less", "a row more", "another label"])
def test_a_writer_that_writes_something_else_is_found_E15(bench, job, monkeypatch, change):
    """By the verifier, in a session of its own and from the file."""
    export = DuckDBEngine._export

    def export_otherwise(engine, query, target, types):
        export(engine, query, target, types)
        header, *lines = target.read_text().splitlines()
        if change == "a row less":
            lines.pop()
        elif change == "a row more":
            lines.append(lines[-1])
        else:
            lines[-1] = lines[0]
        target.write_text("".join(f"{line}\n" for line in [header, *sorted(lines)]))

    monkeypatch.setattr(DuckDBEngine, "_export", export_otherwise)
    bench.refuse(IntegrityError, 7, job)


def test_the_verifier_is_asked(bench, job, monkeypatch):
    """Nothing of the above would be found by a run that does not ask it."""
    asked = []

    def count(*arguments, **words):
        asked.append(1)
        return verify_release(*arguments, **words)

    monkeypatch.setattr("dpsql.verifier.check_release.verify_release", count)
    bench.release(job)
    assert len(asked) == 2
