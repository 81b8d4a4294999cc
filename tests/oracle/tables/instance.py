"""One question for the oracle: two tables, the ladders, the models that must hold, the metric."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tests.oracle.tables.table import Ladder, Node, Row, Value, find_height


@dataclass(frozen=True)
class SensitiveModels:
    """What the sensitive values of T's classes must satisfy; None leaves a model out.

    `recursive` is (c, l, whether < is asked for); `closeness` is t. The distance is that of a
    `ladder`, of an order, or else the equal one; an empty `order` is the natural one.
    """

    distinct: int | None = None
    entropy: Fraction | None = None
    recursive: tuple[Fraction, int, bool] | None = None
    closeness: Fraction | None = None
    order: tuple[Value, ...] | None = None
    ladder: Ladder | None = None


@dataclass(frozen=True)
class Models:
    """What a release must satisfy; None leaves a model out.

    `presence_diversity` is (c, whether < is asked for).
    """

    delta: tuple[Fraction, Fraction] | None = None
    k_anonymity: int | None = None
    k_map: int | None = None
    weak_k_anonymity: int | None = None
    presence_diversity: tuple[Fraction, bool] | None = None
    presence_closeness: Fraction | None = None
    sensitive: SensitiveModels | None = None


@dataclass(frozen=True)
class Instance:
    """P and T as lists of quasi-identifier rows, T a sub-multiset of P.

    `sensitive` holds a value for each row of T, where a model asks for it.
    """

    ladders: tuple[Ladder, ...]
    public: tuple[Row, ...]
    private: tuple[Row, ...]
    models: Models = Models()
    metric: str = "loss"
    sensitive: tuple[Value, ...] = ()

    @property
    def root(self) -> Node:
        """The node of full suppression: every quasi-identifier at its root."""
        return tuple(find_height(ladder) for ladder in self.ladders)

    def list_nodes(self) -> list[Node]:
        """Return every node of the lattice, sorted by level vector (paper, section 3.1)."""
        return list(product(*(range(height + 1) for height in self.root)))
