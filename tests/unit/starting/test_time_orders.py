"""Texts of times are in the order that somebody would give them, or in none that is known."""

import random

import duckdb
import pytest
from sqlglot import exp

from dpsql.engines.sql_text import write
from dpsql.first_job.texts.times import ORDERS, find_order
from dpsql.sql.templates import column

#: In the order of their times.
ORDERED = (
    "Wave 1|Wave 2|Wave 10",
    "w1|w9|w12",
    "wave-1|wave-2|wave-11",
    "1st visit|2nd visit|3rd visit|10th visit",
    "6-month follow-up|12-month follow-up",
    "baseline|follow-up 1|follow-up 2|follow-up 11",
    "Baseline|Week 4|Week 12",
    "BL|V2|V3",
    "baseline|midline|endline",
    "Pre|Post",
    "baseline|follow-up",
    "wave one|wave two|wave three|wave ten",
    "First round|Second round|Fifth round",
    "2019Q4|2020Q1|2020Q3|2021Q2",
    "Q4 2019|Q1 2020|Q2 2020",
    "2019-W9|2019-W10|2020-W1",
    "H2 2019|H1 2020",
    "2019 wave 2|2020 wave 1",
    "Nov 2019|Jan 2020|Feb 2020|May 2020",
    "November 2019|January 2020|September 2020",
    "2019-Nov|2020-Jan|2020-Feb",
    "JAN2020|FEB2020|MAR2021",
    "Fall 2019|Spring 2020|Summer 2020|Autumn 2020",
    "2023W|2024S|2024W",
)


@pytest.mark.parametrize("texts", [one.split("|") for one in ORDERED])
def test_texts_are_ordered_by_their_times(texts):
    found = find_order(texts)
    assert found is not None
    shuffled = random.Random(1).sample(texts, len(texts))
    assert find_order(shuffled) is found
    order = write(exp.select(column("t"), found.order(column("t"))).from_("given"), "duckdb")
    values = ", ".join(f"('{one}')" for one in shuffled)
    rows = duckdb.sql(f"WITH given(t) AS (VALUES {values}) {order}").fetchall()
    ranks = [rank for _, rank in sorted(rows, key=lambda row: texts.index(row[0]))]
    assert None not in ranks and len({*ranks}) == len(ranks) and sorted(ranks) == ranks


@pytest.mark.parametrize(
    "texts",
    [
        "Jan|Feb|Dec",
        "Winter 2020|Spring 2020|Fall 2020",
        "week -2|week -1",
        "T-2|T-1",
        "Baseline|Month 0|Month 6",
        "6 months|1 year|2 years",
        "wave 1|round 2",
        "visit 1|final visit",
        "screening|baseline|week 4",
        "2020-Spring|2020-Winter",
        "alpha|beta",
        "pre|during|post",
        "",
    ],
)
def test_where_texts_do_not_tell_no_order_is_known(texts):
    assert find_order(filter(None, texts.split("|"))) is None


def test_examples_are_of_their_own_form():
    """They stand for texts of T, whose form is found by counts alone."""
    assert [find_order(one.examples) for one in ORDERS] == [*ORDERS]
