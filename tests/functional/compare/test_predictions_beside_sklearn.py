"""Accuracies are those that scikit-learn and pandas find from T and the released file.

The release keeps an id, by which its rows are those of T: nothing of dpsql links them. The rows are
dealt as dpsql deals them; all else is done in another way, value by value.
"""

import re
from random import Random

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

import dpsql

pytestmark = pytest.mark.tier("ci")

COLUMNS = ["age", "town"]
TOWNS = {"n": ["1", "2", "3"], "s": ["4", "5"]}
ALGORITHMS = {
    "levels": "spalm",
    "pooled": {"pooled": {}},
    "pooled to the root": {"pooled": {"path": "root"}},
    "boxes": {"mpalm": {"columns": "any", "values": "loss"}},
    "cuts": {"mpalm": {"cuts": "hierarchy", "rest": "kept"}},
}


@pytest.fixture
def job(tmp_path):
    """People of some ages and towns; whether they are ill goes with both, not always."""
    random = Random(11)
    people = [(random.randrange(20, 44), random.choice("1112234455")) for _ in range(900)]
    public = pd.DataFrame(people, columns=COLUMNS)
    public.to_csv(tmp_path / "p.csv", index=False)
    rows = public.sample(360, random_state=3, weights=public["age"] ** 2).astype(str)
    chance = (rows["age"].astype(int) > 33) * 0.5 + rows["town"].isin(["1", "5"]) * 0.3 + 0.1
    rows["ill"] = ["yes" if random.random() < one else "no" for one in chance]
    rows["id"] = [f"i{number}" for number in range(len(rows))]
    rows.to_csv(tmp_path / "t.csv", index=False)
    return {
        "public": "p.csv",
        "private": "t.csv",
        "quasi_identifiers": {"age": {"widths": [4, 12]}, "town": {"tree": TOWNS}},
        "public_columns": COLUMNS,
        "keep": ["ill", "id"],
        "delta": {"max": "11/20"},
        "release": "r.csv",
        "questions": [{"predict": "ill"}, {"predict": "town", "from": ["age", "ill"]}],
    }


def means(label, values):
    """The values that a label stands for."""
    if label.startswith("["):
        low, high = map(int, re.findall(r"\d+", label))
        return [value for value in values if low <= int(value) <= high - label.endswith(")")]
    if label == "*":
        return list(values)
    return TOWNS.get(label, [label])


def see(texts, values, known):
    """A row for each text: the share of each value, summed up where no label tells them apart."""
    alike = {}
    for value in values:
        key = tuple(label for label in known if value in means(label, values))
        if key:
            alike.setdefault(key, []).append(value)
    return np.array(
        [
            [
                len({*group} & {*means(text, values)}) / len(means(text, values))
                for group in alike.values()
            ]
            for text in texts
        ]
    )


def predict(learned, asked, target):
    guessed = np.array(target, dtype=object)
    order = np.random.RandomState(0).permutation(len(guessed))
    for held_out in np.array_split(order, 5):
        rest = np.setdiff1d(np.arange(len(guessed)), held_out)
        model = LogisticRegression(max_iter=300).fit(learned[rest], target[rest])
        guessed[held_out] = model.predict(asked[held_out])
    return guessed


@pytest.mark.parametrize("name", ALGORITHMS)
def test_models_are_tested_on_the_held_out_rows_of_t(tmp_path, job, name):
    job = dpsql.Job(**job | {"algorithm": ALGORITHMS[name]}, folder=tmp_path)
    dpsql.anonymize(job)
    (candidate,) = dpsql.compare(job).to_dict()["candidates"]
    values = {
        one: sorted(pd.read_csv(tmp_path / "p.csv", dtype=str)[one].unique()) for one in COLUMNS
    }
    own = pd.read_csv(tmp_path / "t.csv", dtype=str)
    released = pd.read_csv(tmp_path / "r.csv", dtype=str).set_index("id")
    for question in candidate["questions"]:
        names = [*COLUMNS, "ill"] if question["predict"] == "ill" else [*COLUMNS, "ill", "town"]
        own = own.sort_values(list(dict.fromkeys(names)), kind="stable")
        labels = released.loc[own["id"]]
        before, learned, asked = [], [], []
        for one in question["from"]:
            domain = values.get(one, ["no", "yes"])
            known = sorted(labels[one].unique())
            before.append(see(own[one], domain, sorted(own[one].unique())))
            learned.append(see(labels[one], domain, known))
            asked.append(see(own[one], domain, known))
        before, learned, asked = map(np.hstack, (before, learned, asked))
        truth = own[question["predict"]].to_numpy(dtype=str)
        classes = labels[question["predict"]].to_numpy(dtype=str)
        of_t = predict(before, before, truth)
        of_release = predict(learned, asked, classes)
        domain = values.get(question["predict"], ["no", "yes"])
        worth = [
            (true in means(label, domain)) / len(means(label, domain))
            for label, true in zip(of_release, truth, strict=True)
        ]
        assert question["rows"] == len(own)
        # A row on the border of a model may fall to either side.
        near = {"abs": 1.5 / len(own)}
        assert question["accuracy"]["before"] == pytest.approx((of_t == truth).mean(), **near)
        assert question["accuracy"]["after"] == pytest.approx(np.mean(worth), **near)
        assert question["accuracy"]["most_frequent"] == pytest.approx(
            pd.Series(truth).value_counts(normalize=True).max(), abs=1e-6
        )
