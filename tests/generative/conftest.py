"""The one Hypothesis profile of these tests: as many examples as the tier has.

Its number is the examples of each test that compares with the oracle; metamorphic relations take a
share of it (see `budget`). ``DPSQL_EXAMPLES`` names another number, for a long campaign.
"""

import os

from hypothesis import HealthCheck, settings

from tests.tiers import EXAMPLES, find_tier

settings.register_profile(
    "tier",
    max_examples=int(os.environ.get("DPSQL_EXAMPLES") or EXAMPLES[find_tier()]),
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tier")
