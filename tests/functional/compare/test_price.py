"""``dpsql compare``: what a candidate costs stands beside its loss, as `risks` and Explore say."""

import pytest

import dpsql

ALGORITHMS = ["levels", "pooled", "cuts", "boxes"]


@pytest.fixture
def compared(example, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")
    return dpsql.compare(example, algorithms=ALGORITHMS, baseline=True)


def test_the_price_is_that_of_the_written_release(example, compared, tmp_path):
    job = dpsql.read_job(example)
    for one in list(compared)[1:]:
        release = tmp_path / f"{one.asked_as or 'pooled'}.csv"
        alone = job.with_algorithm(one.algorithm).replace(release=str(release))
        dpsql.anonymize(alone)
        verified = dpsql.risks(alone, release=release, threshold="1/11")
        told = one.to_dict()
        assert told["k_map"] == verified.risks.k_map
        assert told["above_threshold"] == verified.risks.above_threshold
        # All of presence 0 are among the first bar.
        absent, fewest = told["certainly_absent_people"], one.presence.people_by_presence[0]
        assert absent <= fewest
        assert (absent > 0) == (one.presence.minimum == 0)


def test_all_suppressed_hides_everybody_among_all(compared):
    told = compared[0].to_dict()
    assert (told["k_map"], told["above_threshold"]) == (9, 5)
    assert told["certainly_absent_people"] == 0
    row = compared.to_rows()[0]
    assert row["k_map"] == compared[0].k_map == 9
    assert compared[0].above_threshold == 5
    assert compared[0].certainly_absent_people == 0
    assert row["certainly_absent_people"] == 0


def test_the_first_table_has_the_price_and_is_turned(example, run):
    words = [word for one in ALGORITHMS for word in ("--algorithm", one)]
    told = run("compare", example, *words).stdout
    lines = told.splitlines()
    assert max(map(len, lines)) <= 80
    for name in ("k-map", "rows with k < 11", "people known not in T"):
        (line,) = [one for one in lines if one.startswith(f"{name}  ")]
        assert len(line.removeprefix(name).split()) == len(ALGORITHMS)
    assert "people known not in T" in dpsql.compare(example)._repr_html_()


def test_figures_in_long_form_are_those_of_the_wide_frame(compared):
    frame, wide = compared.figures.to_pandas(), compared.to_pandas().set_index("candidate")
    long = frame.set_index(["table", "what", "candidate"])["value"]
    assert long.index.is_unique
    for name in wide.index:
        assert long["release", "k_map", name] == wide.loc[name, "k_map"]
        assert long["loss", "age", name] == wide.loc[name, "loss_age"]
        assert long["mean", "age, at most", name] == wide.loc[name, "mean_age_at_most"]
    assert compared.figures.to_polars().shape == frame.shape
