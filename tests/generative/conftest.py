"""The Hypothesis profiles: ``ci`` for every push, ``campaign`` for as many as are asked for.

A profile's number is the examples of each test that compares with the oracle; metamorphic
relations take a share of it (see `budget`).
"""

import os

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick", max_examples=25, deadline=None, print_blob=True, suppress_health_check=SLOW
)
settings.register_profile(
    "ci", max_examples=100, deadline=None, print_blob=True, suppress_health_check=SLOW
)
settings.register_profile(
    "campaign",
    max_examples=int(os.environ.get("DPSQL_EXAMPLES", "3400")),
    deadline=None,
    print_blob=True,
    suppress_health_check=SLOW,
)
settings.load_profile(os.environ.get("DPSQL_HYPOTHESIS_PROFILE", "ci"))
