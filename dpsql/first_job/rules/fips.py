"""Proposes levels of FIPS codes of the US: a block is in a tract, a county and a state."""

from dpsql.domain.column_words import split_name
from dpsql.first_job.columns import ColumnProfile

SAID_OF_FIPS = (
    "codes; of FIPS codes the first 2 digits are the state, and 5 the county: if these are others,"
    " group them in a CSV: dpsql hierarchy build"
)
#: What such columns are called.
_NAMES = frozenset(("fips", "geoid", "geoid10", "geoid20"))
#: Digits of the coarser areas, by those of a code: of counties, tracts, block groups and blocks.
_LENGTHS = {5: [2], 11: [5, 2], 12: [11, 5, 2], 15: [12, 11, 5, 2]}
#: Of counties, digits behind those of the state; a number has lost the zero before them.
_OF_COUNTY = 3


def propose_fips(one: ColumnProfile) -> dict[str, object] | None:
    """Return the levels of a column that its name calls FIPS codes; None if it is none.

    Numbers of counties are grouped by thousands, as 1001 is 01001.
    """
    if not _NAMES.intersection(split_name(one.name)) or one.codes != one.present:
        return None
    if one.type.family == "integer" and {one.shortest, one.longest} <= {4, 5}:
        return {"widths": [str(10**_OF_COUNTY)]}
    lengths = _LENGTHS.get(one.longest) if one.shortest == one.longest else None
    return None if lengths is None or one.type.family != "text" else {"prefix": lengths}
