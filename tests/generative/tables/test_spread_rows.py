"""The rows that a question is asked of: even per label, and a matter of the release alone."""

from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from dpsql.errors import NoSafeRelease
from dpsql.generalize.alternatives import generalized_apart
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.templates import identifier
from dpsql.utility.cells import list_released_cells
from dpsql.utility.columns import read_column
from dpsql.utility.questions.rows import SPREAD, list_spread_rows
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import make_job, plain_setting

ALGORITHMS = (
    "spalm",
    {"pooled": {"path": "root"}},
    {"mpalm": {"cuts": "hierarchy"}},
    "mpalm",
)
PAYLOADS = ("a", "b", None)


@contextmanager
def spread(case: Case, algorithm: object, payloads: tuple[str | None, ...] = PAYLOADS):
    """The columns of a candidate, as they are measured, and its rows with values for labels."""
    setting = replace(plain_setting(case), payloads=payloads)
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder)).with_algorithm(algorithm, metric="loss")
        options = Options()
        with (
            Run.of(job, options).held() as run,
            load(run, to_search=True) as loaded,
            generalized_apart(job, loaded, options) as found,
        ):
            cells = list_released_cells(loaded, found)
            columns = []
            for j, name in enumerate(setting.names):
                counted = cells.count(name)
                column = read_column(loaded, found, j, Counter(), counted)
                assert not isinstance(column, str)
                columns.append(column)
            rows = fetch_spread(loaded, found, columns, setting.kept)
            for j, one in enumerate(columns):
                # The same people have the same values, whatever else is spread.
                alone = fetch_spread(loaded, found, [one], setting.kept)
                assert Counter(alone) == Counter((row[j], row[-1]) for row in rows)
            yield columns, rows


def fetch_spread(loaded, found, columns, kept: str):
    """The values of these columns, and what is kept, of the rows of a reader."""
    texts = [exp.cast(exp.column(one.name, quoted=True), "VARCHAR") for one in columns]
    query = exp.select(*texts, exp.column(kept, quoted=True))
    with loaded.engine.keeping_apart():
        list_spread_rows(loaded, found, columns)
        return loaded.engine.fetch(query.from_(exp.Table(this=identifier(SPREAD))))


@share_of_profile(4)
@given(cases(models="delta", most_levels=3), st.sampled_from(ALGORITHMS))
def test_rows_of_a_value_differ_from_its_even_share_by_less_than_one(case, algorithm):
    try:
        with spread(case, algorithm) as (columns, rows):
            pass
    except NoSafeRelease:
        return
    assert len(rows) == sum(case.members)
    for j, column in enumerate(columns):
        counted = Counter(row[j] for row in rows)
        for place, value in enumerate(column.meanings.values):
            labels = [label for label, meant in column.meanings.by_label.items() if place in meant]
            share = sum(
                (
                    Fraction(column.released[label], len(column.meanings.by_label[label]))
                    for label in labels
                ),
                Fraction(0),
            )
            assert abs(counted[value] - share) < max(1, len(labels))
        assert set(counted) <= set(column.meanings.values)
    positions = [i for i, member in enumerate(case.members) if member]
    assert Counter(row[-1] for row in rows) == Counter(("a", "b", None)[i % 3] for i in positions)


@share_of_profile(2)
@given(cases(models="delta", most_levels=3), st.sampled_from(ALGORITHMS), st.randoms())
def test_the_order_of_the_rows_decides_nothing(case, algorithm, random):
    order = list(range(len(case.public)))
    random.shuffle(order)
    found = []
    for one in (case, case.permute_rows(tuple(order))):
        try:
            # Kept cells are equal: they would go with the position.
            with spread(one, algorithm, ("kept",)) as (_, rows):
                found.append(Counter(rows))
        except NoSafeRelease:
            found.append(None)
    assert found[0] == found[1]
