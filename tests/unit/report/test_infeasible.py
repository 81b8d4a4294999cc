"""What is advised where total suppression breaks a job, from the JSON of `check`."""

from dpsql.report.infeasible import tell_validity


def _check(**models: str) -> dict:
    told = [
        {"name": name.replace("_max", " max"), "asked": asked, "holds": holds}
        for name, (asked, holds) in models.items()
    ]
    return {"private_rows": 641, "public_rows": 6000, "feasible": False, "models": told}


def test_with_a_prior_the_share_of_t_may_not_be_enough():
    found = _check(delta_max=("1/20", False))
    assert "prior" not in tell_validity(found)
    assert "write delta max 641/6000 or more." in tell_validity(found)
    found = _check(delta_max=("1/20", False), posterior_max=("1/20", None))
    found["posterior"] = {"min": 0.01, "max": 0.3, "known_in": False, "known_out": False}
    assert "write delta max 0.300001 or more, which total suppression" in tell_validity(found)


def test_nobody_knows_of_more_absent_people_than_there_are():
    found = _check(delta_max=("1/5", None), known_absent=("7000", False))
    told = (
        "only 5,359 of P are not in T, so known_absent 7000 is violated even by total suppression"
    )
    assert tell_validity(found).startswith(told)
    assert tell_validity(found).endswith("write a smaller known_absent.")


def test_of_people_known_to_be_absent_the_share_of_t_among_the_others_is_told():
    found = _check(delta_max=("1/5", None), known_absent=("2", False))
    told = "if 2 people are known to be absent, T is 641/5998 (≈ 10.7 %) of the other people of P,"
    text = tell_validity(found).replace("\u00a0", " ")
    near = _check(delta_max=("107/1000", None), known_absent=("2", False))
    assert "T is 641/5998 (≈ 10.69 %) of the" in tell_validity(near).replace("\u00a0", " ")
    assert text.startswith(f"{told} so known_absent 2 is violated even by total suppression")


def test_where_t_is_all_of_p_no_delta_is_advised():
    """None above 1 is valid, and 1 bounds nothing."""
    found = {**_check(delta_max=("1/5", False)), "private_rows": 6000}
    assert tell_validity(found).endswith("; name another T: delta max 1 would protect nobody.")
