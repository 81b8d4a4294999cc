"""Verifies a release made of boxes; none passes until its checks are written."""

from collections.abc import Mapping, Sequence

from dpsql.domain.hierarchy import Hierarchy
from dpsql.domain.job import QuasiIdentifier
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.privacy.model import PrivacyModel
from dpsql.release.verify import Verified
from dpsql.sql.tables import Tables


def verify_boxes(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    words: Mapping[str, QuasiIdentifier],
    models: Sequence[PrivacyModel],
    *,
    formulas_are_quoted: bool,
    tolerate_failure: bool = False,
) -> Verified:
    """Refuse every release."""
    raise IntegrityError("release: boxes cannot be verified yet, so none is published")
