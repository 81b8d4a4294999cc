"""The variants of a report: for whom it is."""

from typing import Literal

#: Public: for anybody who has P and the release. Internal: for the data holder alone.
Variant = Literal["public", "internal"]
