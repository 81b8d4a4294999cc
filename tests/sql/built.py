"""The statements that follow from a job alone, made by the query builders."""

from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.found.leaning_columns import Most
from dpsql.domain.found.statistics import LevelStatistics, TableStatistics
from dpsql.domain.levels.cut_tree import HierarchyCut, trace
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.levels.rules import DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.domain.pooling import Pooling, Step
from dpsql.domain.sections.prior import Prior
from dpsql.domain.threshold import PresenceBounds, parse_threshold
from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import bulk_of_days_query, bulk_of_numbers_query, profile_query
from dpsql.first_job.dependent.decided import decided_query
from dpsql.first_job.draft import rare_query
from dpsql.first_job.people.rows_of_people import panel_query
from dpsql.hierarchies.column_values import paths_query
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.priors.odds import Rates
from dpsql.release.release_format import PLAIN
from dpsql.release.write import release_query
from dpsql.search.checker import count_nodes_query
from dpsql.search.full_domain.excerpts import slice_query
from dpsql.search.full_domain.greatest_presence import greatest_presence_query
from dpsql.search.full_domain.least_k import private_classes_query
from dpsql.session.counted_file import count_file_query
from dpsql.sql.boxed_people import boxes_of_people_query
from dpsql.sql.composition.atoms import atoms_query
from dpsql.sql.counting.column_values import column_values_query
from dpsql.sql.counting.counted_limits import CountedValues, by_limits_query
from dpsql.sql.counting.everybody import everybody_query
from dpsql.sql.counting.filled_cells import filled_cells_query
from dpsql.sql.counting.generalization import is_in_tail
from dpsql.sql.counting.labelled_counts import labelled_counts_query
from dpsql.sql.counting.labels import labelled_classes_query, worst_classes_query
from dpsql.sql.counting.leaves import leaves_query
from dpsql.sql.counting.likely_columns import (
    Part,
    allowed_people_query,
    list_partings,
    parts_query,
)
from dpsql.sql.counting.limits_of_rows import rows_by_limits_query
from dpsql.sql.counting.ordered_values import order_value
from dpsql.sql.counting.telling_ranges import rows_within_limits_query
from dpsql.sql.counting.telling_values import telling_query
from dpsql.sql.counting.tuples import TableSizes, tuples_query
from dpsql.sql.hierarchy_cuts.uncut import codes_query, losing_parts_query, place_query
from dpsql.sql.kept_columns.borne_out import borne_out_rows_query
from dpsql.sql.kept_columns.kept_values import (
    Pair,
    joined_values_query,
    kept_values_query,
    own_values_query,
)
from dpsql.sql.kept_columns.linked_columns import linked_values_query
from dpsql.sql.kept_columns.other_names import Compared, shared_values_query
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
from dpsql.sql.lattice.presence import if_absent_query
from dpsql.sql.lattice.risks import sizes_query
from dpsql.sql.pooling.labels import labels_query
from dpsql.sql.pooling.published import climb_query
from dpsql.sql.pooling.steps_of_people import steps_of_people_query
from dpsql.sql.priors.classes import RatedClasses
from dpsql.sql.priors.rates import keyed_people_query
from dpsql.sql.shown_classes import (
    boxes_query,
    coded_classes_query,
    labelled_values_query,
    people_query,
    sample_values_query,
    shown_classes_query,
)
from dpsql.sql.statistics.class_shares import CodedTables
from dpsql.sql.statistics.climbers import climbers_query
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
from dpsql.sql.tables.differing_rows import (
    SharedColumn,
    differing_rows_query,
    rounded_values_query,
    value_pairs_query,
)
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.people import PeopleColumn, check_people_query
from dpsql.sql.tables.private_table import (
    PRIVATE,
    PUBLIC,
    PrivateRows,
    marked_by_key,
)
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.tables.unmatched_rows import unmatched_query
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.adversary.earlier import atoms_query as atoms_query_of_verifier
from dpsql.verifier.shown_labels import ShownLabel
from tests.sql.built_of_parts import list_partition_statements
from tests.sql.built_of_scripts import list_script_statements
from tests.sql.built_of_utility import list_utility_statements
from tests.sql.built_of_values import list_sensitive_statements
from tests.sql.examples import HIERARCHIES, LARGE, PRIVATE_ROWS, SMALL, TYPES, Statements


def list_built() -> Statements:
    """Statements that are a function of the job alone."""
    found: Statements = defaultdict(dict)
    for words, rows in PRIVATE_ROWS.items():
        tables = Tables(("town", "born"), rows, {}, TYPES)
        query = tuples_query(tables)
        found[query.meta["template"]][words] = query
        if rows.mark is not None:
            found["list_marked_tuples"][words] = tuples_query(tables, grouped=False)
        counts = PeopleColumn("people", PUBLIC, ColumnType("integer", "BIGINT"))
        query = tuples_query(replace(tables, people=counts))
        found[query.meta["template"]][f"{words}, P is counts"] = query
        kept = {"lab": PRIVATE if rows.key or rows.mark is None else PUBLIC}
        tables = Tables(("town", "born"), rows, kept, TYPES)
        hierarchies = {"town": SMALL, "born": HIERARCHIES["dates"]}
        found["release_rows"][words] = release_query(tables, hierarchies, Node((1, 2)))
    tables = Tables(("town", "born"), PrivateRows(), {}, TYPES)
    for words, node in (
        ("mapping table, raw dates", Node((1, 0))),
        ("total suppression", Node((2, 7))),
    ):
        hierarchies = {"town": LARGE, "born": HIERARCHIES["dates"]}
        found["release_classes"][words] = release_query(tables, hierarchies, node)
        counts = ("public_count", "internal_private_count")
        query = labelled_classes_query(hierarchies, node, exp.true(), counts)
        found["list_labelled_classes"][words] = query
        for by in ((), (0, 1)):
            counted = labelled_counts_query(hierarchies, node, by, of_public=not by)
            found["count_labels"][f"{words} by {len(by)}"] = counted
        found["list_worst_classes"][words] = worst_classes_query(hierarchies, node, exp.true(), 5)
    for words, hierarchy in HIERARCHIES.items():
        found["list_leaves"][words] = leaves_query(3, hierarchy)
    query = count_file_query(TYPES, {"town"}, "people")
    found["count_file"]["a file that lacks a column"] = query
    texts = PeopleColumn("people", "counted_file", ColumnType("text", "VARCHAR"))
    query = count_file_query(TYPES, {"town"}, "people", texts)
    found["count_file"]["a file with counts"] = query
    members = PeopleColumn("cases", PRIVATE, ColumnType("float", "DOUBLE"))
    tables = Tables(("town",), PrivateRows(), {}, TYPES, (), texts, members)
    found["count_tuples"]["P and T are counts"] = tuples_query(replace(tables, people=None))
    for title, people in (("texts", texts), ("floats", members)):
        found["check_people"][title] = check_people_query(people)
    found["check_people"]["of a script"] = check_people_query(PeopleColumn("people", PUBLIC))
    for names in (("id",), ("town", "alike_rows", 'o"k')):
        found["count_keys"][f"{len(names)} columns"] = keys_query(names, PUBLIC)
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
    for node in (Node((0, 0)), Node((1, 0))):
        query = climbers_query(CodedTables(None, raw, known), node, 0.25)
        found["list_expected_climbers"][f"node {node.levels}"] = query
    some = exp.select("public_count", "private_count").from_("classes_of_p")
    found["list_if_absent"]["two of a class"] = if_absent_query(some, 2)
    rated = RatedClasses(None, raw, Rates((Fraction(0), Fraction(1, 3), Fraction(1))))
    for node in (Node((0, 0)), Node((1, 0)), Node((2, 1))):
        query = rated.classes_query(node)
        found["list_rated_classes"][f"node {node.levels}"] = query
    pair = [Node((1, 0)), Node((0, 1))]
    found["list_atoms"]["two nodes, neither above the other"] = atoms_query(Lattice((2, 1)), pair)
    shown = [
        ShownLabel(j, name, level, SMALL, PLAIN, f"labels_{j}_at_{level}")
        for j, (name, level) in enumerate((("town", 0), ("born", 1)))
    ]
    found["verify_atoms"]["a value and a label"] = atoms_query_of_verifier(shown)
    found["verify_atoms"]["nothing is shown"] = atoms_query_of_verifier([])
    found["list_atoms"]["one of them the root"] = atoms_query(
        Lattice((2, 1)), [*pair, Node((2, 1))]
    )
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
    found["take_private_excerpt"]["whole"] = render("take_private_excerpt")
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
    for template, words, query in list_sensitive_statements(nodes):
        found[template][words] = query
    for template, words, query in _list_shown_statements():
        found[template][words] = query
    for words, sizes in (("few rows of T", few), ("counts that need wide arithmetic", many)):
        query = private_classes_query(nodes, Lattice((2, 1)), sizes.private_rows)
        found["count_private_classes"][words] = query
    for template, words, query in list_utility_statements():
        found[template][words] = query
    for template, words, query in list_partition_statements(models=(presence,), sizes=few):
        found[template][words] = query
    found["profile_columns"]["two columns"] = profile_query(["town", "born"])
    found["bulk_of_values"]["two columns of numbers"] = bulk_of_numbers_query(["age", "income"])
    found["bulk_of_values"]["a column of dates"] = bulk_of_days_query(["born"])
    found["count_rare"]["two columns"] = rare_query(["age", "sex"], exp.Count(this=exp.Star()))
    differ = [
        exp.Min(this=column(name)).neq(exp.Max(this=column(name))) for name in ("sex", "town")
    ]
    found["count_rows_of_people"]["two columns, a time"] = panel_query(
        ["who"], differ, [exp.column("year")]
    )
    found["count_rows_of_people"]["pairs of two columns"] = panel_query(["centre", "nr"], [], [])
    found["count_unmatched_rows"]["two columns"] = unmatched_query(["age", "sex"])
    types = ColumnType("integer", "INTEGER"), ColumnType("text", "VARCHAR")
    shared = [SharedColumn("age", "Age", *types), SharedColumn("town", "town", types[1], types[1])]
    found["count_differing_rows"]["two columns"] = differing_rows_query("id", shared)
    moments = ColumnType("date", "DATE"), ColumnType("timestamp", "TIMESTAMP")
    dated = SharedColumn("year", "year", *types), SharedColumn("day", "day", *moments)
    found["count_differing_rows"]["a column, and times"] = differing_rows_query(
        "id", shared[:1], dated
    )
    found["count_rounded_values"]["a column"] = rounded_values_query("id", shared[0])
    found["count_value_pairs"]["a column"] = value_pairs_query("id", shared[0])
    homes = {"lab": PRIVATE, "visit": PRIVATE}
    of_columns = {"age": types[0], "town": types[1], "lab": types[1]}
    mapped = {"keep": homes, "types": of_columns}
    kept = Tables(("age", "town"), PrivateRows(), **mapped)
    pairs = [Pair("lab", "id"), Pair("visit", "born", "DOUBLE")]
    found["count_decided_values"]["a pair"] = decided_query([("town", "state")])
    found["count_decided_values"]["two pairs"] = decided_query([("town", "state"), ("town", "zip")])
    found["count_kept_values"]["two pairs"] = kept_values_query(kept, pairs)
    found["count_linked_values"]["all rows"] = linked_values_query(kept, "lab", ["town"])
    found["count_linked_values"]["some rows"] = linked_values_query(kept, "lab", ["town", "age"], 9)
    found["count_joined_values"]["two pairs"] = joined_values_query(kept, pairs)
    born = ColumnType("timestamp", "TIMESTAMP")
    compared = Compared({"lab": types[1], "fee": ColumnType("float", "DOUBLE")}, {"born": born})
    found["count_shared_values"]["two columns each"] = shared_values_query(kept, compared)
    found["count_borne_out_rows"]["a pair"] = borne_out_rows_query(kept, "lab", "born", born)
    found["list_own_values"]["a kept column"] = own_values_query(kept, "lab")
    one = exp.Literal.number(1)
    for words, rows in (("T of its own", PrivateRows()), ("by key", marked_by_key("id"))):
        found["count_column_values"][words] = column_values_query("town", rows, one, one)
        cells = {"age": types[0], "town": types[1], "fee": ColumnType("float", "DOUBLE")}
        of_tables = {PUBLIC: cells, PRIVATE: cells}
        query = filled_cells_query([*cells], of_tables, rows, one, one)
        found["count_filled_cells"][words] = query
    leaves = [exp.Table(this=identifier(f"leaves_{j}")) for j in (0, 1)]
    ordered = {"age": types[1], "born": ColumnType("timestamp", "TIMESTAMP")}
    of_tables = {PUBLIC: ordered, PRIVATE: ordered}
    for words, rows in (("T of its own", PrivateRows()), ("by key", marked_by_key("id"))):
        query = rows_within_limits_query([*ordered], of_tables, rows)
        found["count_rows_within_limits"][words] = query
        query = rows_by_limits_query("born", of_tables, rows)
        found["count_rows_by_limits"][words] = query
    counted = [
        CountedValues(order_value(column("leaf"), "text"), leaves[0]),
        CountedValues(order_value(column("value"), "timestamp"), leaves[1]),
    ]
    found["count_by_limits"]["two columns"] = by_limits_query(counted)
    found["count_telling_values"]["two columns"] = telling_query(leaves, 20, Most(55, 34))
    types_of_p = {"sick": ColumnType("boolean", "BOOLEAN"), "paid": ColumnType("float", "DOUBLE")}
    partings = list_partings(types_of_p, ["sick"])
    found["list_parts_like_t"]["two columns"] = parts_query(partings, one, (2000, 160))
    parts = [Part(partings[0], "true"), Part(partings[0], None, is_rest=True)]
    query = allowed_people_query(parts, ["age", "sex"], one, one)
    found["count_allowed_people"]["a value, and all but NULL"] = query
    found["list_tables"]["all"] = render("list_tables")
    found["count_everybody"]["two columns"] = everybody_query(2)
    found["list_column_values"]["two columns"] = paths_query(["town", "born"])
    two = {"town": SMALL, "born": PrefixHierarchy(False, (4,))}
    found["list_labels"]["two columns"] = labels_query(two, 100)
    steps = (Step(Node((0, 0)), 5, 2), Step(Node((1, 0)), 2, 1), Step(Node((2, 2)), 1, 1))
    lists = (LevelStatistics(0, 3, ()),) * 3
    found["measure_climb"]["three steps"] = climb_query(
        Pooling(2, steps), TableStatistics(8, 4, (lists, lists))
    )
    for template, words, query in _list_statements_about_parts():
        found[template][words] = query
    for template, words, query in list_script_statements():
        found[template][words] = query
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
    ages = WidthHierarchy(False, (Decimal(5),), start=Decimal(20), end=Decimal(70))
    births = DateHierarchy(False, ("year",), end="2005")
    tails = [None, *(is_in_tail(one, exp.column("leaf")) for one in (ages, births))]
    yield "list_sample_values", "three columns, two with tails", sample_values_query(tails, 3)
    yield "list_people", "two columns", people_query(2, [1, 4])
    yield "list_boxes_of_people", "two columns", boxes_of_people_query(2)
    yield "list_steps_of_people", "two columns", steps_of_people_query(2)
