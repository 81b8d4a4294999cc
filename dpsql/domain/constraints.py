"""The privacy models that a job may ask for besides δ, as it writes them."""

from dpsql.domain.words import Count, Words


class Constraints(Words):
    """Further privacy models that must hold as well."""

    k_anonymity: Count | None = None
    k_map: Count | None = None

    @property
    def stated(self) -> dict[str, int]:
        """The models that are asked for, by name."""
        return self.model_dump(exclude_none=True)
