"""The statements about sensitive values, made by the query builders."""

from fractions import Fraction

from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.threshold import parse_threshold
from dpsql.privacy.l_diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from dpsql.privacy.sensitive import SensitiveSizes
from dpsql.privacy.t_closeness import EqualCloseness, HierarchicalCloseness, OrderedCloseness
from dpsql.search.sensitive import sensitive_classes_query
from dpsql.sql.lattice.frequency_set import (
    Levels,
    node_codes,
)
from dpsql.sql.lattice.judged_classes import doubtful_histograms_query, judge_classes_query
from dpsql.sql.lattice.sensitive_order import SORT_VALUE, number_keys
from dpsql.sql.lattice.sensitive_set import (
    SensitiveSet,
    code_levels_query,
    code_positions_query,
    rows_query,
    values_query,
)
from dpsql.sql.partition.refused_cuts import (
    open_rows_query,
    refused_cuts_query,
    refused_doubtful_cuts_query,
    sides_query,
)
from dpsql.sql.tables.private_table import (
    PRIVATE,
    PrivateRows,
)
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.sensitive import histograms_query
from tests.sql.examples import LARGE, SMALL, TYPES

_CUT = tuple(identifier(name) for name in ("part", "axis", "private_below", "side"))


def list_sensitive_statements(nodes):
    t = parse_threshold("1/5")
    models = {
        "distinct 3": DistinctDiversity("lab", 3),
        "entropy 5": EntropyDiversity("lab", Fraction(5)),
        "recursive (3/2, 4)": RecursiveDiversity("lab", Fraction(3, 2), 4),
        "recursive (4, 2), not strict": RecursiveDiversity("lab", Fraction(4), 2, strict=False),
        "equal distance": EqualCloseness("lab", t),
        "ordered distance": OrderedCloseness("lab", t),
        "ordered distance, a list": OrderedCloseness("lab", t, ("low", "high")),
        "hierarchical distance": HierarchicalCloseness("lab", t, "lab.csv", SMALL),
        "hierarchical distance, many values": HierarchicalCloseness("lab", t, "lab.csv", LARGE),
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
    tables = Tables(("town", "born"), PrivateRows(), {"lab": PRIVATE}, TYPES)
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
