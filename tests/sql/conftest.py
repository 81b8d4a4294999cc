"""The statements of each template: made by the query builders, or seen while small jobs run."""

from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from sqlglot import exp

import dpsql
from dpsql.domain.cut_tree import HierarchyCut, trace
from dpsql.domain.hierarchy import nest
from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.pooling import Pooling, Step
from dpsql.domain.prior import Prior
from dpsql.domain.quasi_identifier import QuasiIdentifier
from dpsql.domain.rules import DATE_UNITS, DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.domain.statistics import LevelStatistics, TableStatistics
from dpsql.domain.strategy import Strategy
from dpsql.domain.threshold import PresenceBounds, parse_threshold
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.profile import profile_query
from dpsql.hierarchies.column_values import paths_query
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.l_diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from dpsql.privacy.model import any_violation
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.priors.odds import Rates
from dpsql.privacy.sensitive import SensitiveSizes
from dpsql.privacy.t_closeness import EqualCloseness, HierarchicalCloseness, OrderedCloseness
from dpsql.release.write import release_query
from dpsql.search.checker import count_nodes_query
from dpsql.search.full_domain.excerpts import slice_query
from dpsql.search.full_domain.greatest_presence import greatest_presence_query
from dpsql.search.full_domain.least_k import private_classes_query
from dpsql.search.sensitive import sensitive_classes_query
from dpsql.session.counted_file import count_file_query
from dpsql.sql.counting.everybody import everybody_query
from dpsql.sql.counting.labels import labelled_classes_query, worst_classes_query
from dpsql.sql.counting.leaves import leaves_query
from dpsql.sql.counting.tuples import TableSizes, tuples_query
from dpsql.sql.hierarchy_cuts.uncut import codes_query, losing_parts_query, place_query
from dpsql.sql.lattice.class_table import (
    class_table_query,
    parent_codes_query,
    sample_query,
    value_rows_query,
)
from dpsql.sql.lattice.frequency_set import (
    FREQUENCY_SET,
    Levels,
    code_name,
    encode_query,
    node_codes,
)
from dpsql.sql.lattice.judged_classes import doubtful_histograms_query, judge_classes_query
from dpsql.sql.lattice.presence import if_absent_query
from dpsql.sql.lattice.risks import sizes_query
from dpsql.sql.lattice.sensitive_order import SORT_VALUE, number_keys
from dpsql.sql.lattice.sensitive_set import (
    SensitiveSet,
    code_levels_query,
    code_positions_query,
    rows_query,
    values_query,
)
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
from dpsql.sql.partition.refused_cuts import (
    open_rows_query,
    refused_cuts_query,
    refused_doubtful_cuts_query,
    sides_query,
)
from dpsql.sql.pooling.labels import labels_query
from dpsql.sql.pooling.published import climb_query
from dpsql.sql.priors.classes import RatedClasses
from dpsql.sql.priors.rates import keyed_people_query
from dpsql.sql.shown_classes import (
    boxes_query,
    coded_classes_query,
    labelled_values_query,
    sample_values_query,
    shown_classes_query,
)
from dpsql.sql.statistics.class_shares import CodedTables
from dpsql.sql.statistics.expected import expected_values_query
from dpsql.sql.statistics.region_shares import CodedRegions
from dpsql.sql.statistics.sample_shares import CodedSample
from dpsql.sql.statistics.tables import (
    SampleTable,
    SizesTable,
    StatisticsTable,
    known_values_query,
    unlisted_query,
)
from dpsql.sql.tables.people import PeopleColumn, check_people_query
from dpsql.sql.tables.private_table import (
    PRIVATE,
    PUBLIC,
    PrivateRows,
    marked_by_key,
    marked_by_predicate,
)
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier import released_rows
from dpsql.verifier.sensitive import histograms_query
from dpsql.warehouses.scripts.outline import make_outline
from dpsql.warehouses.scripts.pooled import list_pooled_steps
from dpsql.warehouses.scripts.statements import compare_query
from tests.generative.box_releases import verify as verify_boxes
from tests.generative.box_releases import write_csv

Statements = dict[str, dict[str, exp.Query]]

_TYPES = {"town": ColumnType("text", "VARCHAR"), "born": ColumnType("date", "DATE")}
_COLUMNS = {
    **_TYPES,
    "id": ColumnType("text", "VARCHAR"),
    "member": ColumnType("text", "VARCHAR"),
    "score": ColumnType("integer", "INTEGER"),
}
_PRIVATE_ROWS = {
    "T is a table": PrivateRows(),
    "T is marked by a column": marked_by_predicate("member", _COLUMNS),
    "T is marked by a predicate": marked_by_predicate(
        "score BETWEEN 1 AND 5 AND town NOT IN ('it''s', '\\') OR born IS NULL", _COLUMNS
    ),
    "T is given by key": marked_by_key("id"),
}


def _label_hierarchy(*rows, nulls_are_leaves=False):
    return nest(enumerate(rows, 1), "town", nulls_are_leaves=nulls_are_leaves)[0]


_SMALL = _label_hierarchy(
    ("it's", "a \\ b", "*"), ("y", "a \\ b", "*"), ("z", "c", "*"), nulls_are_leaves=True
)
_LARGE = _label_hierarchy(*((f"leaf {i}", f"label {i // 10}") for i in range(51)))
_HIERARCHIES = {
    "few leaves": _SMALL,
    "one leaf": _label_hierarchy(("only",)),
    "many leaves, a mapping table": _LARGE,
    "numbers": WidthHierarchy(False, (Decimal("2.5"), Decimal(5))),
    "dates": DateHierarchy(True, DATE_UNITS),
    "prefixes": PrefixHierarchy(False, (4, 2)),
}


def _list_built() -> Statements:
    """Statements that are a function of the job alone."""
    found: Statements = defaultdict(dict)
    for words, rows in _PRIVATE_ROWS.items():
        tables = Tables(("town", "born"), rows, {}, _TYPES)
        query = tuples_query(tables)
        found[query.meta["template"]][words] = query
        if rows.mark is not None:
            found["list_marked_tuples"][words] = tuples_query(tables, grouped=False)
        counts = PeopleColumn("people", PUBLIC, ColumnType("integer", "BIGINT"))
        query = tuples_query(replace(tables, people=counts))
        found[query.meta["template"]][f"{words}, P is counts"] = query
        kept = {"lab": PRIVATE if rows.key or rows.mark is None else PUBLIC}
        tables = Tables(("town", "born"), rows, kept, _TYPES)
        hierarchies = {"town": _SMALL, "born": _HIERARCHIES["dates"]}
        found["release_rows"][words] = release_query(tables, hierarchies, Node((1, 2)))
    tables = Tables(("town", "born"), PrivateRows(), {}, _TYPES)
    for words, node in (
        ("mapping table, raw dates", Node((1, 0))),
        ("total suppression", Node((2, 7))),
    ):
        hierarchies = {"town": _LARGE, "born": _HIERARCHIES["dates"]}
        found["release_classes"][words] = release_query(tables, hierarchies, node)
        counts = ("public_count", "internal_private_count")
        query = labelled_classes_query(hierarchies, node, exp.true(), counts)
        found["list_labelled_classes"][words] = query
        found["list_worst_classes"][words] = worst_classes_query(hierarchies, node, exp.true(), 5)
    for words, hierarchy in _HIERARCHIES.items():
        found["list_leaves"][words] = leaves_query(3, hierarchy)
    query = count_file_query(_TYPES, {"town"}, "people")
    found["count_file"]["a file that lacks a column"] = query
    texts = PeopleColumn("people", "counted_file", ColumnType("text", "VARCHAR"))
    query = count_file_query(_TYPES, {"town"}, "people", texts)
    found["count_file"]["a file with counts"] = query
    members = PeopleColumn("cases", PRIVATE, ColumnType("float", "DOUBLE"))
    tables = Tables(("town",), PrivateRows(), {}, _TYPES, (), texts, members)
    found["count_tuples"]["P and T are counts"] = tuples_query(replace(tables, people=None))
    for title, people in (("texts", texts), ("floats", members)):
        found["check_people"][title] = check_people_query(people)
    found["check_people"]["of a script"] = check_people_query(PeopleColumn("people", PUBLIC))
    raw = Levels(Lattice((2, 1)), Node((0, 0)))
    known = StatisticsTable("known_0", (0,), 100), StatisticsTable("known_1", (1,), 1)
    found["list_known_values"]["one column"] = known_values_query(0, known[0])
    found["list_expected_values"]["one column"] = expected_values_query(0, known[0], 5000)
    query = render(
        "measure_rarest_labels", statistics=identifier("coded_known_0"), codes=[code_name(0, 1)]
    )
    found["measure_rarest_labels"]["one column"] = query
    sizes = SizesTable("known_regions", (0,), 140)
    found["count_unlisted_regions"]["by the first column"] = unlisted_query(sizes)
    joint = StatisticsTable("known_0", (0, 1), 100)
    for node in (Node((0, 0)), Node((1, 0)), Node((2, 1))):
        for words, stated in (("one table of both", (joint,)), ("two tables", known)):
            regions = CodedRegions(CodedTables(None, raw, stated), sizes, True)
            query = regions.cells_query(node)
            found["list_region_cells"][f"{words}, node {node.levels}"] = query
    sample = SampleTable("known_0", (0, 1), Fraction(75, 2), 3, 2.5)
    for node in (Node((1, 0)), Node((0, 1)), Node((2, 1))):
        for words, coded in (("tables", CodedTables), ("a sample", CodedSample)):
            stated = sample if words == "a sample" else known
            query = coded(None, raw, stated).classes_query(node)
            found["list_class_shares"][f"{words}, node {node.levels}"] = query
            query = coded(None, raw, stated).classes_query(node, with_codes=True)
            found["list_class_shares"][f"{words} with codes, node {node.levels}"] = query
    some = exp.select("public_count", "private_count").from_("classes_of_p")
    found["list_if_absent"]["two of a class"] = if_absent_query(some, 2)
    rated = RatedClasses(None, raw, Rates((Fraction(0), Fraction(1, 3), Fraction(1))))
    for node in (Node((0, 0)), Node((1, 0)), Node((2, 1))):
        query = rated.classes_query(node)
        found["list_rated_classes"][f"node {node.levels}"] = query
    for words, people in (("one person a row", None), ("counts", PeopleColumn("n", PUBLIC))):
        keyed = Tables(("zip", "age"), PrivateRows(), people=people)
        query = keyed_people_query(Prior(path="r.csv", columns=("job",), rate="p"), keyed)
        found["count_keyed_people"][words] = query
    found["encode_tuples"]["heights 2 and 1"] = encode_query(raw)
    widths = Levels(Lattice((4, 1)), Node((0, 0)), ((2**15 + 1, 2**15, 129, 128, 1), (2, 1)))
    found["encode_tuples"]["the narrowest integers"] = encode_query(widths)
    found["encode_tuples"]["the first 1000"] = encode_query(raw, rows=1000)
    floor = Levels(Lattice((2, 1)), Node((1, 1)), ((900, 128, 1), (129, 1)))
    found["encode_tuples"]["grouped at level 1 of the first"] = encode_query(floor, grouped=True)
    found["take_slice"]["of a thousand people"] = slice_query(1, 3, 1000)
    found["take_slice"]["of a slice"] = slice_query(2, 1, 1000, "slice_1")
    pairs = [
        {"level": exp.Literal.number(level), "child": column(child), "parent": column(parent)}
        for level, child, parent in ((0, "leaf", "label_1"), (1, "label_1", "label_2"))
    ]
    query = render("count_parents", pairs=pairs, mapping=identifier("mapping_3"))
    found["count_parents"]["three columns"] = query
    found["take_private_excerpt"]["whole"] = render("take_private_excerpt")
    kinds = {"town": {"prefix": [1]}, "born": {"dates": ["year"]}}
    for title, release in (("two columns", "r.csv"), ("counts", {"path": "r.csv", "count": "n"})):
        outline = make_outline(
            dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers=kinds, release=release)
        )
        found["compare_release"][title] = compare_query(
            outline, exp.Table(this=identifier("counted"))
        )
    found["compare_rows"]["tuples"] = render(
        "compare_rows",
        columns=[identifier("q0"), identifier("public_count")],
        table=identifier("tuples"),
        query=exp.Table(this=identifier("again")),
    )
    found["measure_losses"]["two columns"] = render(
        "measure_losses",
        columns=[
            {
                "name": exp.Literal.string("it's"),
                "leaf_count": identifier(f"leaves_{j}"),
                "root_count": identifier("leaves_3"),
                "leaves": identifier(f"leaves_{j}"),
            }
            for j in range(2)
        ],
    )
    presence = PresenceModel(PresenceBounds(parse_threshold("1/2"), parse_threshold("2/3")))
    upper = PresenceModel(PresenceBounds(parse_threshold("0"), parse_threshold("0.05")))
    presence_from_half = PresenceModel(PresenceBounds(parse_threshold("1/2"), parse_threshold("1")))
    few, many = TableSizes(1000, 100, 500), TableSizes(2**62, 2**61, 500)
    nodes = [Node((1, 0)), Node((2, 1))]
    for words, models, sizes in (
        ("no model", (), few),
        ("presence", (presence,), few),
        ("presence at most 1/20, 5-anonymity, 7-map", (upper, KAnonymity(5), KMap(7)), few),
        ("presence, counts that need wide arithmetic", (presence,), many),
    ):
        query = count_nodes_query(nodes, Lattice((2, 1)), models, sizes)
        found["count_nodes"][words] = query
    for words, of_private in (("of P", False), ("of T", True)):
        query = class_table_query(nodes[0], Lattice((2, 1)), 100, of_private=of_private)
        found["list_class_table"][words] = query
    query = sample_query(nodes[0], Lattice((2, 1)), "private_excerpt", 40)
    found["list_class_table"]["of a sample of T"] = query
    query = value_rows_query(nodes[0], Lattice((2, 1)), "sensitive_set_0", 100)
    found["list_value_rows"]["of a node"] = query
    query = parent_codes_query(Lattice((3, 1)), {0: 0, 1: 0}, 100)
    found["list_parent_codes"]["a tall and a flat hierarchy"] = query
    for words, models in (
        ("no model", ()),
        ("presence at least 1/2, 5-anonymity", (presence_from_half, KAnonymity(5))),
    ):
        query = greatest_presence_query(nodes, Lattice((2, 1)), models, few.public_rows)
        found["count_greatest_presence"][words] = query
    for template, words, query in _list_sensitive_statements(nodes):
        found[template][words] = query
    for template, words, query in _list_shown_statements():
        found[template][words] = query
    for words, sizes in (("few rows of T", few), ("counts that need wide arithmetic", many)):
        query = private_classes_query(nodes, Lattice((2, 1)), sizes.private_rows)
        found["count_private_classes"][words] = query
    for template, words, query in _list_partition_statements(models=(presence,), sizes=few):
        found[template][words] = query
    found["profile_columns"]["two columns"] = profile_query(["town", "born"])
    found["count_everybody"]["two columns"] = everybody_query(2)
    found["list_column_values"]["two columns"] = paths_query(["town", "born"])
    two = {"town": _SMALL, "born": PrefixHierarchy(False, (4,))}
    found["list_labels"]["two columns"] = labels_query(two, 100)
    steps = (Step(Node((0, 0)), 5, 2), Step(Node((1, 0)), 2, 1), Step(Node((2, 2)), 1, 1))
    lists = (LevelStatistics(0, 3, ()),) * 3
    found["measure_climb"]["three steps"] = climb_query(
        Pooling(2, steps), TableStatistics(8, 4, (lists, lists))
    )
    for template, words, query in _list_statements_about_parts():
        found[template][words] = query
    pooled = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"town": {"prefix": [1]}, "born": {"dates": ["month", "year"]}},
        algorithm={"pooled": {"path": ["town", "born"], "least": 2}},
    )
    outline = make_outline(pooled, {"born": 2})
    (losses,) = [step for step in list_pooled_steps(outline, 2) if step.report == "losses"]
    found["measure_pooled_losses"]["three steps"] = losses.query
    named = outline.classes(any_violation((presence,), few.public_rows))
    found["list_named_classes"]["that violate presence"] = named
    for template, cases in found.items():
        assert all(query.meta["template"] == template for query in cases.values())
    return found


def _list_statements_about_parts():
    cuts = (HierarchyCut(0, "town", ("a",), True), HierarchyCut(1, "born", ("b", "c"), False))
    heights = {"town": 2, "born": 1}
    codes = {(0, 1, "a"): 4, (1, 0, "b"): 7}
    yield "list_losing_parts", "two columns", losing_parts_query(2, 5)
    yield "list_codes_of_cuts", "of two levels", codes_query([(0, 1), (1, 0)])
    query = place_query(heights, trace(cuts, heights, [3, 2]), codes)
    yield "place_in_parts", "a child and a rest", query
    query = render("count_like_children", children=identifier("children_of_parts"))
    yield "count_like_children", "of all columns", query
    axes = [{"number": exp.Literal.number(0), "child": identifier("child_0")}]
    query = render("count_children", axes=axes, tuples=identifier("tuples_of_parts"))
    yield "count_children", "of a column", query
    yield "list_made_parts", "all", render("list_made_parts")


def _list_shown_statements():
    codes = node_codes(Node((1, 0)), Lattice((2, 1)))
    for words, listed in (("a node", codes), ("total suppression", [])):
        query = render("list_classes", frequency_set=identifier(FREQUENCY_SET), codes=listed)
        yield "list_classes", words, query
        yield "measure_risks", words, sizes_query(query)
    yield "measure_risks", "boxes", sizes_query(boxes_query())
    query = render("list_box_classes", public_rows=exp.Literal.number(9))
    yield "list_box_classes", "of nine people", query
    yield "code_classes", "a node", coded_classes_query(codes)
    yield "code_classes", "total suppression", coded_classes_query([])
    yield "list_shown_classes", "of a node", shown_classes_query("coded_classes", codes, 5)
    yield "list_shown_classes", "the one class", shown_classes_query("coded_classes", [], 5)
    names = {0: ("leaves_0", identifier("code_1")), 2: ("order_2", identifier("position"))}
    query = labelled_values_query(names, {0: {7, 3}, 2: {0}})
    yield "list_labelled_values", "codes and positions", query
    yield "list_sample_values", "two columns", sample_values_query(2, 3)


_CUT = tuple(identifier(name) for name in ("part", "axis", "private_below", "side"))


def _list_sensitive_statements(nodes):
    t = parse_threshold("1/5")
    models = {
        "distinct 3": DistinctDiversity("lab", 3),
        "entropy 5": EntropyDiversity("lab", Fraction(5)),
        "recursive (3/2, 4)": RecursiveDiversity("lab", Fraction(3, 2), 4),
        "recursive (4, 2), not strict": RecursiveDiversity("lab", Fraction(4), 2, strict=False),
        "equal distance": EqualCloseness("lab", t),
        "ordered distance": OrderedCloseness("lab", t),
        "ordered distance, a list": OrderedCloseness("lab", t, ("low", "high")),
        "hierarchical distance": HierarchicalCloseness("lab", t, "lab.csv", _SMALL),
        "hierarchical distance, many values": HierarchicalCloseness("lab", t, "lab.csv", _LARGE),
    }
    lattice, few = Lattice((2, 1)), SensitiveSizes(100, 7)
    levels = Levels(lattice, Node((1, 0)))
    for words, model in models.items():
        coded = SensitiveSet(0, (model,), few)
        judged = judge_classes_query("sides", _CUT, coded, model)
        yield judged.meta["template"], words, judged
        yield "list_refused_cuts", words, refused_cuts_query(coded, model)
        if isinstance(model, EqualCloseness):
            natural = number_keys(exp.column("value")) if model.has_natural_order else ()
            yield "list_sensitive_values", words, values_query(0, (model,), natural)
            yield "encode_sensitive_rows", words, code_levels_query(levels, 0, (model,))
            yield "measure_sides", words, sides_query(coded, 2)
    both = models["equal distance"], models["distinct 3"]
    many = SensitiveSet(0, both, SensitiveSizes(2**40, 7))
    query = judge_classes_query("sensitive_set_0", (), many, both[0])
    yield "judge_classes", "equal distance, one class, wide arithmetic", query
    for model in both:
        query = sensitive_classes_query(nodes, lattice, many, model)
        yield "count_sensitive_classes", str(model.parameters), query
    yield "encode_sensitive_rows", "positions", code_positions_query(2, 0, both)
    yield "list_open_rows", "two columns", open_rows_query(many, "spots_1", 2)
    yield "list_refused_cuts", "in doubt", refused_doubtful_cuts_query()
    yield "list_sensitive_values", "no order", values_query(0, both[1:])
    ordered = (models["ordered distance"],)
    typed = values_query(0, ordered, [exp.column(SORT_VALUE)])
    yield "list_sensitive_values", "ordered distance, by type", typed
    tables = Tables(("town", "born"), PrivateRows(), {"lab": PRIVATE}, _TYPES)
    yield "count_sensitive_rows", "T is a table", rows_query(tables, "lab")
    typed = rows_query(tables, "lab", column("lab", "private_rows"))
    yield "count_sensitive_rows", "what sorts the values beside", typed
    entropy = models["entropy 5"]
    for node in nodes:
        query = doubtful_histograms_query("sensitive_set_0", node_codes(node, lattice), entropy)
        yield "list_doubtful_histograms", f"node {node.levels}", query
    doubtful = exp.Table(this=identifier("doubtful_sides"))
    query = render("count_doubtful_histograms", doubtful=doubtful)
    yield "count_doubtful_histograms", "of sides", query
    cell = exp.cast(column("lab", "release"), "VARCHAR")
    yield "verify_sensitive_values", "one column", render("verify_sensitive_values", value=cell)
    for is_compared in (False, True):
        query = histograms_query(["town", "born"], cell, is_compared)
        yield "verify_histograms", "with values" if is_compared else "counts alone", query
    chunk = {"start": exp.Literal.number(0), "end": exp.Literal.number(20000)}
    for template in ("list_histograms_between", "list_sensitive_values_between"):
        yield template, "the first chunk", render(template, **chunk)


def _list_partition_statements(models, sizes):
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
        ({"order": "alpha"}, "text", _SMALL),
        ({"order": "frequency"}, "date", _SMALL),
        ({"order": ["y", "x"]}, "text", _SMALL),
        ({"order": "number"}, "text", _SMALL),
        ({}, "integer", _SMALL),
        ({}, "float", _SMALL),
        ({}, "text", _SMALL),
        ({"order": "hierarchy"}, "text", _HIERARCHIES["numbers"]),
    ):
        asked = QuasiIdentifier(hierarchy="h.csv", **words)
        order = find_order(asked, hierarchy, ColumnType(type_, type_))
        rule = "rule" if hierarchy is not _SMALL else "labels"
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


class _Recorder:
    """Notes the first statement of each template and case that differs from those before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.case = ""
        self.found: Statements = defaultdict(dict)
        for name, position in (("materialize", 1), ("fetch", 0), ("export", 0)):
            monkeypatch.setattr(Engine, name, self._note(getattr(Engine, name), position))

    def _note(self, method, position):
        def noted(engine, *arguments):
            query = arguments[position]
            template = query.meta.get("template")
            if template is not None and query not in self.found[template].values():
                self.found[template].setdefault(self.case, query.copy())
            return method(engine, *arguments)

        return noted


_P = "town,born,member,id\nx,2024-05-31,yes,1\nx,2024-05-01,no,2\ny,1999-12-01,no,3\n"
_T = "town,born,lab\nx,2024-05-31,l1\n"
_DIM = "town,country\nx,a\ny,b\n"


def _list_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Statements:
    """Statements as they reach an engine while small jobs run."""
    for name, text in (("p.csv", _P), ("t.csv", _T), ("dim.csv", _DIM), ("keys.csv", "id\n1\n")):
        (folder / name).write_text(text, encoding="utf-8")
    recorder = _Recorder(monkeypatch)
    words = {"public": "p.csv", "folder": folder, "delta": {"max": "1/2"}}
    tree = {"town": {"tree": {"near": ["x"], "far": ["y"]}}, "born": {"dates": ["month"]}}
    mapping = {"town": {"table": "dim.csv", "columns": ["town", "country"]}}

    recorder.case = "T is a table"
    job = dpsql.Job(private="t.csv", quasi_identifiers=tree, keep=["lab"], release="r.csv", **words)
    assert dpsql.anonymize(job).levels == {"town": 0, "born": 1}
    recorder.case = "T is a table, formulas quoted"
    dpsql.anonymize(job, overwrite=True, csv_formulas="quote")
    recorder.case = "T is marked by a column"
    marked = dpsql.Job(private={"where": "member"}, quasi_identifiers=tree, **words)
    dpsql.measure(marked, {"town": 1, "born": 1})
    recorder.case = "T is given by key"
    keyed = {"table": "keys.csv", "key": "id"}
    job = dpsql.Job(private=keyed, quasi_identifiers=mapping, release="s.parquet", **words)
    assert dpsql.anonymize(job).levels == {"town": 0}
    recorder.case = "rows repeat"
    with monkeypatch.context() as patch:
        patch.setattr(released_rows, "ROWS_PER_RUN", 0)
        dpsql.anonymize(job, overwrite=True)
    recorder.case = "boxes, formulas quoted"
    write_csv(folder / "b.csv", ("town", "born", "lab"), [("x", "[2024-05-01..2024-05-31]", "l1")])
    job = dpsql.Job(private="t.csv", quasi_identifiers=tree, keep=["lab"], **words)
    assert verify_boxes(job, folder / "b.csv", "quote").rows == 1
    for keep, recorder.case in ((), "boxes"), (["lab"], "boxes, a column kept"):
        words["algorithm"] = "mpalm"
        job = dpsql.Job(
            private="t.csv", quasi_identifiers=tree, keep=keep, release="b.parquet", **words
        )
        dpsql.anonymize(job, overwrite=True)
    pooled = {"path": ["town", "born"], "least": 2}
    for keep, recorder.case in (
        ((), "rare people climb"),
        (["lab"], "rare people climb, a column kept"),
    ):
        words["algorithm"] = {"pooled": pooled}
        job = dpsql.Job(
            private="t.csv", quasi_identifiers=tree, keep=keep, release="c.parquet", **words
        )
        assert dpsql.anonymize(job, overwrite=True).to_dict()["pooled"]["public_rows"]
    recorder.case = "rare people climb along columns"
    words["algorithm"] = {"pooled": {"path": "columns", "least": 4}}
    job = dpsql.Job(private="t.csv", quasi_identifiers=tree, release="c.parquet", **words)
    assert dpsql.anonymize(job, overwrite=True).to_dict()["pooled"]["public_rows"]
    words["algorithm"] = {"pooled": pooled}
    recorder.case = "rare people climb, a column protected"
    constraints = {"l_diversity": {"lab": {"distinct": 1}}}
    job = dpsql.Job(
        private="t.csv",
        quasi_identifiers=tree,
        keep=["lab"],
        release="c.parquet",
        constraints=constraints,
        **words,
    )
    dpsql.anonymize(job, overwrite=True)
    for keep, rest, recorder.case in (
        ((), "refused", "parts along the hierarchies"),
        (["lab"], "kept", "parts along the hierarchies, a rest and a column kept"),
    ):
        words["algorithm"] = {"mpalm": {"cuts": "hierarchy", "rest": rest}}
        job = dpsql.Job(
            private="t.csv", quasi_identifiers=tree, keep=keep, release="h.parquet", **words
        )
        dpsql.anonymize(job, overwrite=True)
    recorder.case = "parts along the hierarchies, a rest kept and a column protected"
    constraints = {"l_diversity": {"lab": {"entropy": 1}}}
    job = dpsql.Job(
        private="t.csv",
        quasi_identifiers=tree,
        keep=["lab"],
        release="h.parquet",
        constraints=constraints,
        **words,
    )
    dpsql.anonymize(job, overwrite=True)
    words["algorithm"] = "spalm"
    recorder.case = "a release that dpsql did not write, a column kept"
    write_csv(folder / "f.csv", ("born", "more", "lab", "town"), [("2024-05", "m", "l1", "near")])
    assert dpsql.measure(job, release=folder / "f.csv").box_count == 1
    _run_on_statistics(folder, recorder, tree)
    _run_with_priors(folder, recorder)
    recorder.case = "a value has no place"
    small = {"town": {"tree": {"*": ["x"]}}}
    with pytest.raises(dpsql.HierarchyError):
        dpsql.check(dpsql.Job(private="t.csv", quasi_identifiers=small, **words), show_public=True)
    return recorder.found


def _run_on_statistics(folder: Path, recorder: _Recorder, tree: dict[str, object]) -> None:
    """Release T where P is known from a table of counts and one of shares, and from a sample."""
    texts = {
        "towns.csv": "town,people\nx,60\ny,40\n",
        "births.csv": "born,part\n2024-05-31,0.25\n1999-12-01,.75\n",
        "survey.csv": "town,born,weight\nx,2024-05-31,10.5\nx,2024-05-31,7\ny,1999-12-01,20\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    tables = [
        {"path": "towns.csv", "columns": ["town"], "count": "people"},
        {"path": "births.csv", "columns": ["born"], "share": "part"},
    ]
    for words, recorder.case in (
        ({"tables": tables}, "P is known from tables"),
        ({"sample": {"path": "survey.csv", "weight": "weight"}}, "P is known from a sample"),
    ):
        job = dpsql.Job(
            population={"size": 100, **words},
            private="t.csv",
            quasi_identifiers=tree,
            delta={"max": "1/2"},
            confidence="0.9",
            release="p.parquet",
            folder=folder,
        )
        dpsql.anonymize(job, overwrite=True)


def _run_with_priors(folder: Path, recorder: _Recorder) -> None:
    """Release T under rates by a quasi-identifier, by another column, and in a column of P."""
    texts = {
        "people.csv": "town,health,chance\nx,ill,.4\nx,well,.02\ny,ill,.4\ny,,.1\n",
        "members.csv": "town\nx\n",
        "towns_rates.csv": "town,rate\nx,0.1\ny,0\n",
        "rates.csv": "health,rate\nill,.4\nwell,.02\n,.1\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for prior, recorder.case in (
        ({"path": "towns_rates.csv", "columns": ["town"], "rate": "rate"}, "rates by town"),
        ({"path": "rates.csv", "columns": ["health"], "rate": "rate"}, "rates by another column"),
        ({"column": "chance"}, "rates in P"),
    ):
        job = dpsql.Job(
            public="people.csv",
            private="members.csv",
            quasi_identifiers={"town": {"tree": {"*": ["x", "y"]}}},
            prior=prior,
            delta={"max": "9/10"},
            release="q.parquet",
            folder=folder,
        )
        dpsql.anonymize(job, overwrite=True)


@pytest.fixture(scope="session")
def statements(tmp_path_factory: pytest.TempPathFactory) -> Statements:
    """By template, then by case; what is built wins over what is seen."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        seen = _list_seen(tmp_path_factory.mktemp("seen"), monkeypatch)
    return seen | _list_built()
