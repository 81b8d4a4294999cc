"""T's people are found under names that say nothing by the times of their rows.

Numbers that both tables count, and no column but the time that both have, show nothing else.
"""

from random import Random

import pytest

from tests.panel_tables import write_rows

PEOPLE, YEARS, CENTRES, OF_T = 600, range(2014, 2022), 12, 5
TOLD = "120 people are in T, not"


def _make_panel(seed, *, is_balanced=False):
    """Each person from some year to another one; all years if the panel is balanced."""
    drawn, rows = Random(seed), []
    for number in range(PEOPLE):
        first, last = sorted(drawn.choices(YEARS, k=2))
        sex, born = drawn.choice("fm"), drawn.randrange(1950, 2000)
        for year in YEARS if is_balanced else range(first, last + 1):
            row = {"number": number, "sex": sex, "age": year - born, "year": year}
            rows.append(row)
    return rows


def _name(rows, names, *, keeps=True):
    """Give rows the number of people, from 40,001 on, or a group and a number in it from 1 on."""
    made = []
    for row in rows:
        number = row["number"]
        values = [number + 40_001]
        if len(names) > 1:
            values = [number % CENTRES + 1, number // CENTRES + 1]
        others = {k: v for k, v in row.items() if k != "number"} if keeps else {"year": row["year"]}
        made.append(dict(zip(names, values, strict=True)) | others)
    return made


def _keep_last(rows):
    return [*{row["number"]: row for row in rows}.values()]


@pytest.mark.parametrize("is_mended", [False, True], ids=["several rows of P", "one row"])
@pytest.mark.parametrize(
    ("names", "own"),
    [
        (["versnr"], ["code"]),
        (["serie", "q"], ["aa", "bb"]),
        (["centre", "nr"], ["site", "subject"]),
    ],
)
def test_people_of_t_are_found_by_their_times(run, names, own, is_mended):
    panel = _make_panel(1)
    write_rows("P.csv", _name(_keep_last(panel) if is_mended else panel, names))
    members = [row for row in panel if row["number"] % OF_T == 0]
    write_rows("T.csv", _name(members, own, keeps=False))
    told = run("init", "P.csv", "T.csv", "--quiet").stderr
    assert TOLD in told and f"{' and '.join(own)} of T ha" in told
    checked = run("check", "job.yaml", "--quiet").stderr
    assert TOLD in " ".join(checked.split()) and "COPY (SELECT" in checked


@pytest.mark.parametrize("is_mended", [False, True], ids=["several rows of P", "one row"])
@pytest.mark.parametrize("is_balanced", [False, True], ids=["of other people", "of all times"])
@pytest.mark.parametrize(("names", "own"), [(["versnr"], ["code"]), (["serie", "q"], ["aa", "bb"])])
def test_times_of_other_people_and_those_of_all_show_nothing(
    run, names, own, is_balanced, is_mended
):
    panel = _make_panel(1, is_balanced=is_balanced)
    write_rows("P.csv", _name(_keep_last(panel) if is_mended else panel, names))
    others = panel if is_balanced else _make_panel(2)
    members = [row for row in others if row["number"] % OF_T == 0]
    write_rows("T.csv", _name(members, own, keeps=False))
    assert "do both name" not in run("init", "P.csv", "T.csv", "--quiet").stderr
    assert "do both name" not in run("check", "job.yaml", "--quiet").stderr


def test_a_subject_of_a_site_is_not_counted_alone(run):
    """Where times show nothing, both readings are told."""
    panel = _make_panel(1, is_balanced=True)
    one_each = [panel[8 * number + number % 8] for number in range(PEOPLE)]
    write_rows("P.csv", _name(one_each, ["centre", "nr"]))
    members = [row for row in panel if row["number"] % 10 == 0]
    write_rows("T.csv", _name(members, ["site", "subject"], keeps=False))
    told = "does it name people by itself, or in each site? Then 50 or 60 are in T"
    assert told in run("init", "P.csv", "T.csv", "--quiet").stderr
    assert told in " ".join(run("check", "job.yaml", "--quiet").stderr.split())
