"""Whoever follows what a message advises gets a release."""

import random
import re

import pytest

import dpsql

AGE = {"widths": [5, 10, 20]}
PRIOR = {"path": "rates.csv", "columns": ["age"], "rate": "rate"}
BOUND = re.compile(
    r"(?:write |satisfies )?(?:delta (min|max)|(k_anonymity|k_map)) ([\d./]+) or (?:more|less)"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """P of 472 people, T of 73 of them, and a rate for each age."""
    made, draw = tmp_path_factory.mktemp("advice"), random.Random(1)
    rows = [
        (draw.randint(20, 59), draw.choice("mf"), draw.choice(["10115", "10117", "20095", "20099"]))
        for _ in range(472)
    ]
    header = "age,sex,zip"
    lines = [",".join(map(str, row)) for row in rows]
    (made / "p.csv").write_text("\n".join([header, *lines, ""]))
    private = [f"{line},{draw.choice(['flu', 'flu', 'cold'])}" for line in draw.sample(lines, 73)]
    (made / "t.csv").write_text("\n".join([f"{header},ill", *private, ""]))
    rates = [f"{age},{0.05 + 0.005 * (age - 20):.3f}" for age in range(20, 60)]
    (made / "rates.csv").write_text("\n".join(["age,rate", *rates, ""]))
    return made


def make_job(folder, *, age=AGE, **words):
    return dpsql.Job(
        public=str(folder / "p.csv"),
        private=str(folder / "t.csv"),
        quasi_identifiers={
            "age": age,
            "sex": {"tree": {"*": ["m", "f"]}},
            "zip": {"prefix": [3, 2]},
        },
        release=str(folder / "out.csv"),
        keep=["ill"],
        **{
            key: {**value, "path": str(folder / value["path"])} if key == "prior" else value
            for key, value in words.items()
        },
    )


def follow(words, message):
    """Return the words of a job with each bound that a message advises."""
    found = BOUND.findall(message)
    assert found, message
    for end, constraint, bound in found:
        if end:
            words = {**words, "delta": {**words["delta"], end: bound}}
        else:
            words = {**words, "constraints": {**words["constraints"], constraint: int(bound)}}
    return words


@pytest.mark.parametrize("algorithm", ["spalm", "pooled", "mondrian", "mpalm"])
@pytest.mark.parametrize(
    "words",
    [
        {"delta": {"max": "10%"}},
        {"delta": {"min": "1/2"}},
        {"delta": {"max": "1/2"}, "constraints": {"k_anonymity": 100}},
        {"delta": {"max": "1/10"}, "constraints": {"k_anonymity": 100, "k_map": 1000}},
        {"delta": {"max": "16%"}, "known_absent": 60},
        {"delta": {"max": "10%"}, "known_absent": 1},
    ],
    ids=str,
)
def test_the_bounds_that_are_advised_suffice(folder, words, algorithm):
    with pytest.raises(dpsql.NoSafeRelease) as refused:
        dpsql.anonymize(make_job(folder, algorithm=algorithm, **words), overwrite=True)
    checked = dpsql.check(make_job(folder, algorithm=algorithm, **words))
    assert checked.feasible is False
    mended = make_job(folder, algorithm=algorithm, **follow(words, str(refused.value)))
    assert dpsql.anonymize(mended, overwrite=True).satisfied


@pytest.mark.parametrize(
    ("delta", "told"),
    [
        ({"max": "1/5"}, r"leaves 133 of 472 people of P above δmax 20 % \(the greatest"),
        ({"min": "14%", "max": "24%"}, "leaves people below δmin 14 %"),
    ],
)
def test_under_a_prior_the_bounds_that_are_advised_suffice(folder, delta, told):
    words = {"delta": delta, "prior": PRIOR}
    with pytest.raises(dpsql.NoSafeRelease, match=told) as refused:
        dpsql.anonymize(make_job(folder, **words), overwrite=True)
    mended = make_job(folder, **follow(words, str(refused.value)))
    assert dpsql.anonymize(mended, overwrite=True).satisfied


@pytest.mark.parametrize("prior", [None, PRIOR])
@pytest.mark.parametrize(
    ("words", "loosened", "mends"),
    [
        ({"delta": {"max": "26%"}}, "delta", {"delta": {"max": 1}}),
        (
            {"delta": {"max": "26%"}, "constraints": {"k_anonymity": 60}},
            "delta and k_anonymity",
            {"delta": {"max": 1}, "constraints": {"k_anonymity": 1}},
        ),
        (
            {"delta": {"max": 1}, "constraints": {"k_anonymity": 60}},
            "k_anonymity",
            {"constraints": {"k_anonymity": 1}},
        ),
    ],
    ids=str,
)
def test_limits_name_only_what_helps(folder, words, loosened, mends, prior):
    words = {**words, **({"prior": prior} if prior else {})}
    limited = make_job(folder, age={**AGE, "most_level": 0}, **words)
    with pytest.raises(dpsql.NoSafeRelease) as refused:
        dpsql.anonymize(limited, overwrite=True)
    message = str(refused.value)
    assert f"; widen them, or loosen {loosened}; " in message
    assert ("explain" in message) is (prior is None)
    assert dpsql.anonymize(make_job(folder, **words), overwrite=True).satisfied
    loose = make_job(folder, age={**AGE, "most_level": 0}, **{**words, **mends})
    assert dpsql.anonymize(loose, overwrite=True).satisfied


@pytest.mark.parametrize("algorithm", ["spalm", "pooled", "mondrian", "mpalm"])
def test_values_that_no_class_has_enough_of_are_named_alone(folder, algorithm):
    constraints = {"l_diversity": {"ill": {"distinct": 9}}}
    words = {"algorithm": algorithm, "delta": {"max": "1/2"}}
    told = "violates l_diversity of ill distinct 9; loosen that, or drop it from constraints"
    with pytest.raises(dpsql.NoSafeRelease, match=told):
        dpsql.anonymize(make_job(folder, constraints=constraints, **words), overwrite=True)
    assert dpsql.anonymize(make_job(folder, **words), overwrite=True).satisfied


@pytest.mark.parametrize("prior", [None, PRIOR])
def test_levels_that_fail_name_commands_that_take_the_job(folder, prior):
    words = {"delta": {"max": "26%"}, **({"prior": prior} if prior else {})}
    job = make_job(folder, **words)
    with pytest.raises(dpsql.NoSafeRelease) as refused:
        dpsql.anonymize(job, levels={"age": 1}, overwrite=True)
    if prior is None:
        assert "dpsql.lattice(job) lists the minimal ones" in str(refused.value)
        assert dpsql.lattice(job).nodes
        assert dpsql.explain(job, {"age": 1})
    else:
        assert "dpsql.measure(job, {'age': 1}) shows" in str(refused.value)
        assert dpsql.measure(job, {"age": 1}).satisfied is False
        assert dpsql.anonymize(job, overwrite=True).satisfied
