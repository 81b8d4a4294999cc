"""Gathers what a report shows besides an outcome, in the session of the search.

`show_levels` and `show_boxes` return details, which depend only on P, the hierarchies, the job and
the release. `insight.look_into` returns what is for the data holder, and `show_others` adds what
other algorithms would keep.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.alternative import Alternative
from dpsql.domain.found.explored import Exploration, ExploredPoint
from dpsql.domain.found.risks import REPORTED, Risks, SizedClasses, find_risks
from dpsql.domain.found.searched import Search
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Lattice, Node, node_at_levels
from dpsql.domain.levels.level_limits import has_fixed_levels
from dpsql.generalize.alternatives import describe_point
from dpsql.generalize.examples import name_range
from dpsql.generalize.generalized import Generalized
from dpsql.generalize.pooled_search import list_numbers
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.release.manifest import Boxes
from dpsql.report.details import Details, Insight, OmittedClasses, Sample, Shown, ShownClass
from dpsql.session.clock import Clock
from dpsql.session.load import Loaded
from dpsql.session.options import Options
from dpsql.sql.counting.generalization import is_in_tail
from dpsql.sql.lattice.frequency_set import node_codes
from dpsql.sql.lattice.risks import count_sizes, count_sizes_of
from dpsql.sql.published_classes import has_mixed_classes, presences_query
from dpsql.sql.shown_classes import (
    boxes_query,
    count_people_in_boxes,
    list_extreme_boxes,
    list_extreme_classes,
    list_extreme_published,
    list_samples,
    list_values_at,
    list_values_with_codes,
)
from dpsql.use_cases.explore.in_order import explore_in_order
from dpsql.use_cases.explore.levels import list_example_people
from dpsql.use_cases.explore.others import name_explored
from dpsql.use_cases.reports.insight import look_into

#: Most classes that are shown of greatest and of least presence, and most values per column.
MOST_CLASSES = 5
MOST_SAMPLES = 3


def show(job: Job, loaded: Loaded, found: Generalized, options: Options, clock: Clock) -> Shown:
    """Gather what the report needs; nothing if `options` request no report.

    `clock`: that of the run so far.

    Nothing either where P is known from statistics: no class of P was counted.
    """
    if job.is_estimated:
        return Shown()
    search, is_here = found.description.search, loaded.engine.works_here
    before = clock.find_work(is_here=is_here)
    if has_fixed_levels(job):
        # What else there is to choose, whoever chose these.
        job = job.with_all_levels()
        loaded = replace(loaded, lattice=Lattice(loaded.lattice.heights))
    if isinstance(found.shape, dict):
        # What was chosen from P alone is the optimum of another job.
        looked_at_t = found.description.choose is None
        is_optimum = looked_at_t and isinstance(search, Search) and search.optimal
        node = node_at_levels(found.shape, loaded.heights)
        shown = show_node(job, loaded, node, options, is_optimum=is_optimum)
    elif not isinstance(found.shape, Boxes):
        shown = show_published(job, loaded, options)
    else:
        shown = _gather(
            options, lambda: show_boxes(loaded), lambda: look_into(job, loaded, options)
        )
    is_sought = job.metric == "loss" and search is not None
    if shown.insight is not None:
        explored = find_people(loaded, shown.insight.exploration)
        shown = replace(shown, insight=replace(shown.insight, exploration=explored))
    people = shown.insight.exploration.people if shown.insight else ()
    point = describe_point(found, job, loaded, people)
    if is_sought and job.algorithm.pooled is not None:
        # What a search found with numbers of people of its own, it finds again by itself.
        point = replace(point, finds_least=list_numbers(job) is None)
    worked = clock.find_work(is_here=is_here)
    taken = worked - before if shown.insight and shown.insight.beside else 0.0
    seconds = _find_seconds(options, loaded, worked, taken)
    return show_others(job, loaded, shown, options, point, is_sought=is_sought, seconds=seconds)


def _find_seconds(
    options: Options, loaded: Loaded, worked: float = 0.0, taken: float = 0.0
) -> float:
    """Return the seconds of work that there are for other algorithms and other δmax.

    `worked`: what counting and searching took. `taken`: what levels beside the job's own release
    took already, which is a part of them; what is left is half of them or more.
    """
    seconds = options.find_explore_seconds(loaded.sizes.tuples, worked)
    return seconds if options.explore else max(seconds - taken, seconds / 2)


def show_others(
    job: Job,
    loaded: Loaded,
    shown: Shown,
    options: Options,
    found: ExploredPoint | None = None,
    *,
    is_sought: bool = False,
    seconds: float | None = None,
    kind: str | None = None,
) -> Shown:
    """Add to the insight what other algorithms would keep, at the job's δmax and at others.

    `found`: the release of the page, if there is one; if `is_sought`, the job's algorithm found it
    in search of the least loss. `seconds`: of work for it, if other than those of the options.
    `kind`: of which algorithm the release is, if not of the job's; empty for none.
    """
    if shown.insight is None:
        return shown
    known = find_people(loaded, shown.insight.exploration)
    levels = next((one for one in known.algorithms if one.name == "levels"), None)
    shared = SharedSearches(job, loaded, options, known.people, levels)
    if seconds is None:
        seconds = _find_seconds(options, loaded)
    sought = found if is_sought else None
    others = explore_in_order(shared, seconds, sought)
    spent = seconds if others.explored else 0.0
    asked = options.explore or 0.0
    explored = (*known.algorithms, *others.explored)
    known = replace(
        known, algorithms=explored, is_sought=is_sought, seconds=spent, asked_seconds=asked
    )
    own = name_explored(Alternative(job.algorithm, job.choose)) if kind is None else kind
    known = replace(known, kind=own) if found is None else known.with_release(found, own)
    comparison = replace(others.comparison, asked_seconds=asked)
    insight = replace(shown.insight, comparison=comparison, exploration=known)
    return replace(shown, insight=insight)


def find_people(loaded: Loaded, known: Exploration) -> Exploration:
    """Add people of P as examples, where no levels were explored."""
    return known if known.people else replace(known, people=list_example_people(loaded))


def show_published(job: Job, loaded: Loaded, options: Options) -> Shown:
    """Gather the same where classes are told apart by their published texts."""
    return _gather(options, lambda: list_published(loaded), lambda: look_into(job, loaded, options))


def list_published(loaded: Loaded) -> Details:
    """Return published classes."""
    names = list(loaded.hierarchies)
    rows = list_extreme_published(loaded.engine, len(names), MOST_CLASSES)
    classes = [
        ShownClass(dict(zip(names, labels, strict=True)), int(public), int(private))
        for *labels, public, private in rows
    ]
    sizes = count_sizes_of(loaded.engine, presences_query(len(names)))
    return Details(
        _sort(classes),
        tells_losses=not has_mixed_classes(loaded.engine),
        risks=_find_risks(sizes),
        omitted=_find_omitted(sizes, classes),
    )


def show_node(
    job: Job, loaded: Loaded, node: Node, options: Options, *, is_optimum: bool = False
) -> Shown:
    """Gather the same for a node that the frequency set can count."""
    return _gather(
        options,
        lambda: show_levels(loaded, node),
        lambda: look_into(job, loaded, options, node, is_optimum=is_optimum),
    )


def _gather(
    options: Options, find_details: Callable[[], Details], find_insight: Callable[[], Insight]
) -> Shown:
    details = find_details() if options.report is not None else None
    return Shown(details, find_insight() if options.report == "internal" else None)


def show_levels(loaded: Loaded, node: Node) -> Details:
    """Return classes of a node, from the frequency set that counted it, and sample values."""
    names, hierarchies = list(loaded.hierarchies), list(loaded.hierarchies.values())
    lattice = loaded.lattice
    below_root = [j for j, height in enumerate(lattice.heights) if node.levels[j] < height]
    rows = list_extreme_classes(loaded.engine, node_codes(node, lattice), MOST_CLASSES)
    asked: dict[int, set[int]] = {
        j: {int(row[i]) for row in rows} for i, j in enumerate(below_root)
    }
    values = list_values_with_codes(loaded.engine, node.levels, asked)
    labels = {
        (j, int(code)): hierarchies[j].label(leaf, node.levels[j]) for j, code, leaf in values
    }
    suppressed = {name: one.root for name, one in loaded.hierarchies.items()}
    classes = [
        ShownClass(
            suppressed | {names[j]: labels[j, int(row[i])] for i, j in enumerate(below_root)},
            int(row[-2]),
            int(row[-1]),
        )
        for row in rows
    ]
    sizes = count_sizes(loaded.engine, lattice, node)
    return Details(
        _sort(classes),
        _show_samples(loaded),
        risks=_find_risks(sizes),
        omitted=_find_omitted(sizes, classes),
    )


def show_boxes(loaded: Loaded) -> Details:
    """Return boxes, and the people whom no box covers."""
    names = list(loaded.hierarchies)
    rows = list_extreme_boxes(loaded.engine, len(names), MOST_CLASSES)
    asked: dict[int, set[int]] = {
        j: {int(row[2 * j + end]) for row in rows for end in (0, 1)} for j in range(len(names))
    }
    leaves = {
        (j, int(position)): leaf
        for j, position, leaf in list_values_at(loaded.engine, asked if rows else {})
    }
    classes = [
        ShownClass(
            {
                name: name_range(leaves[j, int(row[2 * j])], leaves[j, int(row[2 * j + 1])])
                for j, name in enumerate(names)
            },
            int(row[-2]),
            int(row[-1]),
        )
        for row in rows
    ]
    sizes = count_sizes_of(loaded.engine, boxes_query())
    omitted = _find_omitted(sizes, classes)
    outside = loaded.sizes.public_rows - count_people_in_boxes(loaded.engine)
    if outside:
        classes.append(ShownClass({}, outside, 0))
        if sizes:
            # Nobody could be found in a class there, but their presence is 0.
            sizes.append(SizedClasses(outside, 0, 0, 0, None, 0, 0))
    return Details(_sort(classes), risks=_find_risks(sizes), omitted=omitted)


def _find_risks(sizes: Sequence[SizedClasses]) -> Risks | None:
    """Return the risks of classes; None if there are none, as without rows of T in boxes."""
    return find_risks(sizes, REPORTED) if sizes else None


def _find_omitted(
    sizes: Sequence[SizedClasses], shown: Sequence[ShownClass]
) -> OmittedClasses | None:
    """Return how many of all classes are not shown, and their people; None if all are."""
    classes = sum(one.classes for one in sizes) - len(shown)
    people = sum(one.classes * one.people for one in sizes)
    left = people - sum(one.public_rows for one in shown)
    return OmittedClasses(classes, left, MOST_CLASSES) if classes else None


def _show_samples(loaded: Loaded) -> Mapping[str, tuple[Sample, ...]]:
    """The most frequent values of each quasi-identifier; in tails only if there are no others."""
    names, hierarchies = list(loaded.hierarchies), list(loaded.hierarchies.values())
    tails = [is_in_tail(one, exp.column("leaf")) for one in hierarchies]
    samples: dict[str, list[Sample]] = defaultdict(list)
    for j, leaf, people in list_samples(loaded.engine, tails, MOST_SAMPLES):
        labels = _label_on_all_levels(hierarchies[j], leaf)
        samples[names[j]].append(Sample(int(people), labels))
    return {
        name: tuple(sorted(samples[name], key=lambda one: (-one.public_rows, str(one.labels[0]))))
        for name in names
    }


def _label_on_all_levels(hierarchy: Hierarchy, leaf: str | None) -> tuple[str | None, ...]:
    return tuple(hierarchy.label(leaf, level) for level in range(hierarchy.height + 1))


def _sort(classes: list[ShownClass]) -> tuple[ShownClass, ...]:
    """Sort by presence, greatest first, then by people and labels."""
    return tuple(
        sorted(
            classes,
            key=lambda one: (
                -one.presence,
                -one.public_rows,
                [(label is not None, label or "") for label in one.labels.values()],
            ),
        )
    )
