"""How long a search goes on at its latest pace. Only a forecast: a better release may end it."""

#: Seconds of a search before anything is forecast, and moments that are remembered at most.
_FIRST, _MOST = 10.0, 128
#: Seconds that are told as less.
_SOON = 10


class Forecast:
    """Remembers how much was decided when."""

    def __init__(self) -> None:
        self._moments: list[tuple[float, int]] = []

    def note(self, seconds: float, decided: int) -> None:
        """Note how many nodes are decided at a moment; moments ascend."""
        self._moments.append((seconds, decided))
        if len(self._moments) > _MOST:
            # The first and the last stay.
            self._moments = [*self._moments[:-1:2], self._moments[-1]]

    def tell(self, nodes: int, how: str = "about") -> str:
        """Say how long the rest takes at the pace of the later half; nothing if that is not known.

        `how`: what stands before the time.

        >>> forecast = Forecast()
        >>> for second in range(0, 41, 10):
        ...     forecast.note(second, 4 * second)
        >>> forecast.tell(13_824)
        'about 57 min left'
        >>> forecast.tell(180)
        'less than 10 s left'
        """
        if not self._moments or self._moments[-1][0] - self._moments[0][0] < _FIRST:
            return ""
        first, (now, decided) = self._moments[0][0], self._moments[-1]
        then, before = next(one for one in self._moments if one[0] - first >= (now - first) / 2)
        if decided <= before or decided >= nodes:
            return ""
        left = (nodes - decided) * (now - then) / (decided - before)
        return f"{how} {_round(left)} left" if left >= _SOON else f"less than {_SOON} s left"


def _round(seconds: float) -> str:
    """Round a time to what a forecast may claim.

    >>> [_round(seconds) for seconds in (11, 61, 3500, 9100, 400_000)]
    ['20 s', '70 s', '58 min', '3 h', '5 days']
    """
    for size, unit, most in ((10, "s", 120), (60, "min", 7200), (3600, "h", 172_800)):
        if seconds < most:
            rounded = max(1, -(-seconds // size)) if unit == "s" else round(seconds / size)
            return f"{rounded * (size if unit == 's' else 1):.0f} {unit}"
    return f"{round(seconds / 86_400)} days"
