"""A code of nines far above all other numbers is told as a missing value and spoils no widths."""

import pytest
from pyarrow import csv, table


@pytest.mark.parametrize(
    ("code", "most", "rule"),
    [
        (999, 47, "{widths: [5, 10, 20, 40], to: 960}"),
        (99, 18, "{widths: [2, 4, 8], to: 96}"),
        (99, 90, None),
    ],
)
def test_a_code_of_nines_has_a_tail_of_its_own(tmp_path, monkeypatch, run, code, most, rule):
    monkeypatch.chdir(tmp_path)
    ages = [code if i % 30 == 0 else most - i * 31 % 1009 % (most * 3 // 4) for i in range(1200)]
    sexes = ["FM"[i * 31 % 1013 % 2] for i in range(1200)]
    in_t = [i * 31 % 1013 % 7 == 0 for i in range(1200)]
    csv.write_csv(table({"age": ages, "sex": sexes, "in_t": in_t}), "p.csv")
    run("init", "p.csv", "--where", "in_t")
    text = (tmp_path / "job.yaml").read_text()
    told = f'{code} may stand for missing: make it NULL in P and T, as NULLIF("age", {code}) does'
    assert (told in text) is (rule is not None)
    if rule is not None:
        assert f"\n  age: {rule}  # " in text
        assert "few are from" not in text
    assert run("check", "job.yaml").exit_code == 0
