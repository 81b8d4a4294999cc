"""A policy or a contract has several insured people, who have several claims each."""

import random

import pyarrow
import pytest
import yaml
from pyarrow import parquet

from tests.tiers import later

POLICIES = 240


def _write(group, part, *, births, most=3):
    """Write P with a row for each claim of somebody, and T of some people; count P's people."""
    drawn = random.Random(9)
    rows, people = [], 0
    for policy in range(POLICIES):
        for one in range(1, 1 + drawn.randint(1, most)):
            people += 1
            born = f"{drawn.randint(1930, 1999)}-0{drawn.randint(1, 9)}-11"
            person = {group: 40_000 + policy, part: one, "region": drawn.choice(("NY", "MS", "MN"))}
            for _ in range(1 + drawn.randint(0, 3)):
                person |= {"birth": born} if births else {}
                day = f"2022-{drawn.randint(1, 12):02}-{drawn.randint(1, 28):02}"
                rows.append(person | {"loss_date": day, "amount": drawn.random() * 9000})
    drawn.shuffle(rows)
    rows = [{"claim_no": 900_000 + number} | row for number, row in enumerate(rows)]
    own = [
        {
            name: value
            for name, value in row.items()
            if name not in ("claim_no", "amount", "loss_date")
        }
        | {"reserve": drawn.random() * 99}
        for row in rows[::8]
    ]
    for name, written in (("p", rows), ("t", own)):
        parquet.write_table(pyarrow.Table.from_pylist(written), f"{name}.parquet")
    return people, len(rows)


@pytest.mark.parametrize("births", [True, False], ids=["births", "no births"])
@pytest.mark.parametrize(
    ("group", "part"),
    [
        ("policy_no", "insured_no"),
        ("contract_id", "member_no"),
        later("policy", "beneficiary_no"),
        later("account_no", "member_no"),
        later("family_id", "dependent_no"),
    ],
    ids=str,
)
def test_claims_are_rows_of_members_of_a_policy(folder, run, group, part, births):
    people, rows = _write(group, part, births=births)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"{rows - people} rows of P repeat the {group} and {part} of another" in told
    assert ("no bound holds" in told) is births
    named = yaml.safe_load((folder / "job.yaml").read_text()).get("person")
    assert named == ([group, part] if births else None)


def test_a_policy_of_one_person_names_people(folder, run):
    """Where all policies have one insured person each, nobody is left out."""
    _write("policy_no", "insured_no", births=True, most=1)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "rows of P repeat the policy_no of another: no bound holds" in told


def test_a_number_of_a_member_is_not_that_of_a_policy(folder, run):
    """Somebody with a number of their own has it in all policies."""
    drawn = random.Random(3)
    births = [1930 + drawn.randint(0, 60) for _ in range(60)]
    rows = [
        {"policy_no": policy, "member_no": one, "birth_year": births[one], "sex": "fm"[one % 2]}
        for policy in range(200)
        for one in drawn.sample(range(60), 2)
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    parquet.write_table(pyarrow.Table.from_pylist(rows[::9]), "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "rows of P repeat the member_no of another" in told
    assert "policy_no and member_no" not in told
