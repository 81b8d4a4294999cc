"""Explains cuts along the hierarchies: what T loses by which column, and why parts are not cut.

Of the parts with the most rows of T, each column that has labels below is explained by their
counts: how many of them violate the job alone. The labels themselves are not listed.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dpsql.domain.job import Job
from dpsql.errors import ConfigError
from dpsql.faces import name_function
from dpsql.generalize.hierarchy_cuts import divide, refuse_gap, require_whole
from dpsql.privacy.model import PrivacyModel
from dpsql.session.description import delta_parameters
from dpsql.session.levels import name_weights
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.hierarchy_cuts.published import measure_losses
from dpsql.sql.hierarchy_cuts.uncut import UncutPart, list_uncut
from dpsql.use_cases.explain.explained_cuts import CutsExplanation, EndedColumn, EndedPart
from dpsql.use_cases.explain.judged_classes import MOST_SHOWN, name_model
from dpsql.use_cases.people.first_rows import FIRST_ROWS


def explain_cuts(job: Job, options: Options) -> CutsExplanation:
    """Cut P as `anonymize` does, and explain the parts; nothing is written.

    Raises:
        ConfigError: the parts are chosen from P alone. NoSafeRelease: P as a whole violates the
            job.
    """
    if job.choose == "from_public":
        raise ConfigError(
            "explain: choose: from_public cuts by the number of people of P, and not by the job's"
            f" models; {name_function('choose')} shows this number and the parts"
        )
    refuse_gap(options)
    with (
        Run.of(job, options).held() as run,
        load(run, to_search="levels", repeats=FIRST_ROWS) as loaded,
    ):
        models, sensitive = require_whole(job, loaded)
        options.enter("search")
        divided = divide(job, loaded, options, models, sensitive)
        sizes, names = loaded.sizes, list(loaded.hierarchies)
        lowest = dict(zip(names, loaded.lattice.lowest.levels, strict=True))
        losses = measure_losses(loaded.engine, loaded.leaf_counts, sizes.private_rows)
        losing, parts = list_uncut(loaded.engine, loaded.hierarchies, divided.cuts, MOST_SHOWN)
        return CutsExplanation(
            Fraction(sizes.private_rows, sizes.public_rows),
            delta_parameters(job),
            divided.progress.parts,
            losing,
            dict(zip(names, losses, strict=True)),
            tuple(_describe(part, lowest, models) for part in parts),
            name_weights(job),
        )


def _describe(
    part: UncutPart, lowest: Mapping[str, int], models: Sequence[PrivacyModel]
) -> EndedPart:
    """Describe a part; `lowest`: the finest level that the job allows of each column."""
    return EndedPart(
        dict(zip(lowest, part.labels, strict=True)),
        part.public_rows,
        part.private_rows,
        tuple(
            _judge(part, name, models)
            for name, least in lowest.items()
            if part.descent.levels[name] > least
        ),
    )


def _judge(part: UncutPart, name: str, models: Sequence[PrivacyModel]) -> EndedColumn:
    """Judge the labels of a column, one level down, each as a class of its own."""
    labels = violating = 0
    greatest = None
    broken = dict.fromkeys(models, False)
    for public, private, count in part.children[name]:
        labels += count
        failed = [model for model in models if not model.holds(public, private)]
        if failed:
            violating += count
            greatest = max(greatest or Fraction(0), Fraction(private, public))
            broken |= dict.fromkeys(failed, True)
    breaks = tuple(name_model(model) for model, fails in broken.items() if fails)
    return EndedColumn(name, labels, violating, greatest, breaks, name in part.descent.rests)
