"""More seeds of one table: how far the figures spread, which verdicts at that table they change.

Verdicts are those of `claims.py` at that table alone. Those of counts beside releases are of the
first seed and do not change.
"""

from benchmarks.microdata.claims import Place, judge, name_place
from benchmarks.microdata.grid import METHODS, name_setting
from benchmarks.microdata.layout import lay_out, show
from benchmarks.microdata.results import Results

#: Seeds of the other tables.
FEW = 3
#: The figures that most claims rest on.
_MEASURES = {
    "one-way": "one_way",
    "two-way": "two_way",
    "linked": "linked_members",
    "found": "precision",
}


def tell_spreads(more: Results) -> str:
    """Return the section of the page on more seeds; `more`: of one table, all of its seeds."""
    (place,) = more.places
    results = Results(row for row in more.rows if row.seed < FEW)
    few, many = FEW, len({row.seed for row in more.rows})
    old, new = map(_judge, (results, more))
    old = {claim: verdict for claim, verdict in old.items() if claim in new}
    changed = [[claim, old[claim], new[claim]] for claim in old if old[claim] != new[claim]]
    told = (
        f"{name_place(place)} T with {many} seeds in place of {few}, the first of which are those"
        f" of the tables above. Of {len(old)} claims that look at this table,"
        f" {len(old) - len(changed)} have the same verdict there as with {few} seeds"
    )
    parts = [f"{told}; the others:" if changed else f"{told}."]
    if changed:
        parts.append(lay_out(["claim, at this table", f"{few} seeds", f"{many} seeds"], changed))
    parts.append(f"Least to greatest over the seeds, {few} and then {many}:")
    parts.append(_list_spreads(results, more, place, (few, many)))
    return "\n\n".join(parts)


def _judge(results: Results) -> dict[str, str]:
    """Return the verdicts at one table, by claim."""
    judged = judge(results).values()
    found = {one.claim: one.verdict for claims in judged for one in claims if one.figures}
    # More seeds are more releases: such a verdict would be another one in its number alone.
    return {claim: verdict for claim, verdict in found.items() if "releases" not in verdict}


def _list_spreads(results: Results, more: Results, place: Place, seeds: tuple[int, int]) -> str:
    head = ["method", "setting"]
    head += [f"{name}, {number}" for name in _MEASURES for number in seeds]
    lines = []
    for method, settings in METHODS.items():
        for setting in settings:
            cells = []
            for measure in _MEASURES.values():
                for one in (results, more):
                    spread = one.spread(place, method, setting, measure)
                    ends = spread and f"{show(spread.least)} to {show(spread.greatest)}"
                    cells.append(ends or "–")
            lines.append([method, name_setting(method, setting), *cells])
    return lay_out(head, lines)
