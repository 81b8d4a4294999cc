"""The statements that cut P into parts, made by the query builders."""

from sqlglot import exp

from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.domain.sections.strategy import Strategy
from dpsql.domain.threshold import PresenceBounds, parse_threshold
from dpsql.engines.base import ColumnType
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.presence import PresenceModel
from dpsql.sql.partition.boxes import bound_parts_query, sum_ends_query
from dpsql.sql.partition.cuts import find_cuts_query, first_axes_query, rank_columns
from dpsql.sql.partition.least_loss import candidates_query, choose_cuts_query
from dpsql.sql.partition.orders import coordinates_query, find_order, positions_query, spots_query
from dpsql.sql.partition.parts import close_parts_query, divide_parts_query, keep_parts_query
from dpsql.sql.partition.private_boxes import (
    choose_growth_query,
    draw_query,
    grow_query,
    growth_query,
)
from dpsql.sql.templates import identifier, render
from tests.sql.examples import HIERARCHIES, SMALL


def list_partition_statements(models, sizes):
    for strategy in (
        Strategy(),
        Strategy("priority", "first", (1, 0)),
        Strategy("best", "distinct"),
        Strategy("any", "first"),
        Strategy("widest", "median", rows="T"),
        Strategy("priority", "distinct", rows="T"),
    ):
        words = f"{strategy.columns}, {strategy.values}, rows of {strategy.rows}"
        given = ("spots_0", 2, strategy)
        yield "find_cuts", words, find_cuts_query(*given, models, sizes)
        if strategy.columns != "any":
            yield "find_first_axes", words, first_axes_query(*given)
    for tried in ("first", "more"):
        query = find_cuts_query(*given, (KAnonymity(5),), sizes, tried)
        yield "find_cuts", f"{words}, {tried} columns, 5-anonymity", query
    query = find_cuts_query(*given, models, sizes, "more", "refused_cuts")
    yield "find_cuts", f"{words}, more columns, some cuts are refused", query
    query = candidates_query("spots_0", 2, models, sizes, "refused_cuts")
    yield "find_candidates", "presence, some cuts are refused", query
    upper = PresenceModel(PresenceBounds(parse_threshold("0"), parse_threshold("0.05")))
    for words, judged in (
        ("presence", models),
        ("presence at most 1/20, 5-anonymity", (upper, KAnonymity(5))),
        ("no model", ()),
    ):
        yield "find_candidates", words, candidates_query("spots_0", 2, judged, sizes)
        yield "choose_cuts", words, choose_cuts_query("spots_0", 2, judged, ())
    rotation = rank_columns(2, Strategy("next", "loss"))
    query = choose_cuts_query("spots_0", 2, models, rotation)
    yield "choose_cuts", "presence, columns in rotation", query
    yield "divide_parts", "two columns", divide_parts_query("spots_1", 2)
    yield "keep_parts", "two columns", keep_parts_query("spots_1", 2)
    yield "close_parts", "two columns", close_parts_query("spots_1", 2)
    yield "measure_cuts", "all", render("measure_cuts")
    yield "place_spots", "two columns", spots_query(2)
    yield "list_coordinates", "two columns", coordinates_query(2)
    yield "bound_parts", "two columns", bound_parts_query(2)
    yield "draw_private_boxes", "two columns", draw_query(2)
    yield "list_growth", "two columns", growth_query(2)
    yield "choose_growth", "two columns", choose_growth_query(2, models, sizes)
    yield "grow_boxes", "two columns", grow_query(2)
    for words, type_, hierarchy in (
        ({"order": "alpha"}, "text", SMALL),
        ({"order": "frequency"}, "date", SMALL),
        ({"order": ["y", "x"]}, "text", SMALL),
        ({"order": "number"}, "text", SMALL),
        ({}, "integer", SMALL),
        ({}, "float", SMALL),
        ({}, "text", SMALL),
        ({"order": "hierarchy"}, "text", HIERARCHIES["numbers"]),
    ):
        asked = QuasiIdentifier(hierarchy="h.csv", **words)
        order = find_order(asked, hierarchy, ColumnType(type_, type_))
        rule = "rule" if hierarchy is not SMALL else "labels"
        case = f"{type_}, order {asked.order or 'not asked for'}, {rule}"
        yield (
            "list_positions",
            case,
            positions_query(1, order, "places_1" if order.places else None),
        )
    yield "sum_ends", "no NULL", sum_ends_query(1, None)
    yield "sum_ends", "NULL is least", sum_ends_query(1, 0)
    order, number = identifier("order_1"), exp.Literal.number
    yield (
        "measure_order",
        "one column",
        render("measure_order", order=order, is_number=exp.true(), is_date=exp.true()),
    )
    ends = {"first": number(1), "last": number(7)}
    yield "list_values_at", "both ends", render("list_values_at", order=order, **ends)
    yield "sum_private_rows", "all", render("sum_private_rows", condition=exp.true())
