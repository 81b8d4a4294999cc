"""What measures are called, in papers and in other tools, that are like the metrics of a job."""

import re

_NAMES = {
    "loss": ("lm", "loss_metric", "ncp", "gcp", "iloss", "i_loss", "information_loss"),
    "discernibility": ("dm", "discernability", "discernibility_metric", "discernability_metric"),
    "precision": ("prec", "generalization_height"),
    "class_size": ("aecs", "cavg", "c_avg", "average_class_size", "average_equivalence_class_size"),
    "entropy": ("nue", "non_uniform_entropy", "nonuniform_entropy", "entropy_loss"),
}
_MEANINGS = {
    "loss": "the mean share of its hierarchy that a cell stands for (LM)",
    "discernibility": "the sum of squared class sizes (DM)",
    "precision": "1 less the mean of level / height (Prec)",
    "class_size": "the mean size of classes of T (C_avg, AECS)",
    "entropy": "the bits that released values lose (non-uniform entropy)",
}


def name_metric(written: str) -> str:
    """Return the metric that is like one of another name; empty if none is known.

    Not every tool counts exactly as dpsql does: NCP and ILoss differ in a leaf.

    >>> name_metric("ILoss")
    "the nearest is 'loss', the mean share of its hierarchy that a cell stands for (LM)"
    >>> name_metric("entropy loss"), name_metric("beauty")
    ("the nearest is 'entropy', the bits that released values lose (non-uniform entropy)", '')
    """
    folded = re.sub(r"[^a-z]+", "_", written.strip().lower()).strip("_")
    found = next((name for name, others in _NAMES.items() if folded in others), None)
    return f"the nearest is {found!r}, {_MEANINGS[found]}" if found is not None else ""
