"""The variants of a report: for whom it is."""

from typing import Literal

#: Public: for anybody who has P and the release. Internal: for the keeper of T alone.
Variant = Literal["public", "internal"]
