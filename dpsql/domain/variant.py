"""For whom a report is."""

from typing import Literal

#: Public: for anybody who has P and the release. Internal: for the keeper of T alone.
Variant = Literal["public", "internal"]
