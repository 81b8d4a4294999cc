"""A T of another time than P keeps its key, and a job without one is told of it."""

from random import Random

import pytest

from tests.panel_tables import write_rows

PEOPLE, OF_T = 900, 9


@pytest.fixture
def workdir(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def random():
    return Random(20261129)


def _make_people(random, first=1):
    return [
        {
            "person_id": number,
            "year": 1988,
            "age": random.randrange(25, 60),
            "sex": random.choice("fm"),
            "married": int(random.random() < 0.7),
            "kids": random.randrange(3),
        }
        for number in range(first, first + PEOPLE)
    ]


def _make_earlier(people, random):
    """Every ninth person four years before: each younger, some not married, or with fewer kids."""
    earlier = []
    for one in people[::OF_T]:
        married = one["married"] * (random.random() < 0.9)
        kids = max(0, one["kids"] - (random.random() < 0.15))
        earlier.append(
            one | {"year": 1984, "age": one["age"] - 4, "married": int(married), "kids": kids}
        )
    return earlier


@pytest.mark.parametrize("form", ["{}", "P{}"], ids=["numbers", "codes"])
@pytest.mark.parametrize("lacking", [(), ("sex",)], ids=["with sex", "without"])
def test_a_t_of_another_time_keeps_its_key(workdir, run, random, form, lacking):
    people = _make_people(random, 40_000)
    people = [one | {"person_id": form.format(one["person_id"])} for one in people]
    earlier = _make_earlier(people, random)
    write_rows("P.csv", people)
    write_rows("T.csv", [{k: v for k, v in one.items() if k not in lacking} for one in earlier])
    ended = run("init", "P.csv", "T.csv", "--quiet")
    assert "no key" not in ended.stderr and "the same people" in ended.stderr
    assert "In all of these rows, year differs, too" in ended.stderr
    assert "key: person_id" in (workdir / "job.yaml").read_text()
    assert "differ from P in age" in run("check", "job.yaml", "--quiet").stderr


@pytest.mark.parametrize("is_sorted", [False, True], ids=["in any order", "by sex"])
def test_rows_that_both_tables_count_from_1_on_are_of_other_people(workdir, run, random, is_sorted):
    """Where both are ordered by a column, rows agree in it as with the next row of P."""
    tables = [_make_people(random), _make_people(random)[: PEOPLE - 20]]
    for rows in tables if is_sorted else ():
        rows.sort(key=lambda one: one["sex"])
        for number, one in enumerate(rows, 1):
            one["person_id"] = number
    tables[1] = [one | {"age": 40, "kids": 1, "year": 1984} for one in tables[1]]
    write_rows("P.csv", tables[0])
    write_rows("T.csv", tables[1])
    ended = run("init", "P.csv", "T.csv", "--quiet")
    assert "the same people" not in ended.stderr
    assert "person_id is no key" in ended.stderr or "is it the same number" in ended.stderr


def test_a_job_without_a_key_is_told_of_what_could_be_one(workdir, run, random):
    people = _make_people(random)
    write_rows("P.csv", people)
    write_rows("T.csv", _make_earlier(people, random))
    run("init", "P.csv", "T.csv", "--quiet")
    text = (workdir / "job.yaml").read_text()
    (workdir / "job.yaml").write_text(text.replace(", key: person_id", ""))
    told = " ".join(run("check", "job.yaml", "--quiet").stderr.split())
    assert "T is matched to P on the quasi-identifiers, though both have person_id" in told
    assert "P has all 100 of T's; 100 rows of T differ from P's of the same person_id" in told
    assert "write key: person_id beside the path of private" in told
    assert "year differs, too: P's row is of another time" in told


def test_a_job_without_a_key_is_told_nothing_where_values_are_the_same(workdir, run, random):
    """The same rows of P are counted then; nor of a number that the job lists."""
    people = _make_people(random)
    write_rows("P.csv", people)
    write_rows("T.csv", people[::OF_T])
    run("init", "P.csv", "T.csv", "--quiet")
    text = (workdir / "job.yaml").read_text()
    (workdir / "job.yaml").write_text(text.replace(", key: person_id", ""))
    assert run("check", "job.yaml", "--quiet").stderr == ""


def test_check_says_as_init_does_that_keys_of_t_are_none_of_p(workdir, run, random):
    people = _make_people(random)
    write_rows("P.csv", people)
    others = [one | {"person_id": f"px{one['person_id']}"} for one in people[::OF_T]]
    write_rows("T.csv", others)
    people = [one | {"person_id": f"PX{one['person_id']:05}"} for one in people]
    write_rows("P.csv", people)
    told = "person_id is no key: 100 of 100 keys of T do not occur in P"
    assert told in run("init", "P.csv", "T.csv", "--quiet").stderr
    assert told in run("check", "job.yaml", "--quiet").stderr
