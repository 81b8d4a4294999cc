"""The metrics that a job may name. A new metric is a file, and a line here."""

from dpsql.metrics.class_size import ClassSize
from dpsql.metrics.discernibility import Discernibility
from dpsql.metrics.entropy import Entropy
from dpsql.metrics.loss import Loss
from dpsql.metrics.metric import Metric
from dpsql.metrics.precision import Precision

LOSS = Loss()
METRICS: dict[str, Metric] = {
    "loss": LOSS,
    "discernibility": Discernibility(),
    "precision": Precision(),
    "class_size": ClassSize(),
    "entropy": Entropy(),
}
