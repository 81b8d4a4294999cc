"""Parts of dates that tell those of a column apart, and tails for the few that lie far away."""

from datetime import date, timedelta

from dpsql.first_job.columns import BulkOfDays, ColumnProfile

#: What dates are generalized to, and how many characters of a date say so.
_YEAR, _MONTH, _DAY = 4, 7, 10
_UNITS = {"month": _MONTH, "year": _YEAR, "decade": 3}
#: Of fewer years one decade has nearly all rows, or is a year or two.
_LEAST_YEARS_OF_DECADES = 15


def propose_dates(
    one: ColumnProfile, count: str, *, of_moments: bool
) -> tuple[dict[str, object], str]:
    """Return units that tell the dates of P apart, and tails for the few that lie far away.

    `of_moments`: several values are of one day, so that the day says less than they do.
    """
    if one.first_day is None or one.last_day is None:
        return {"dates": list(_UNITS)}, count
    days = one.days
    if days is None or not _has_tails(one.first_day, one.last_day, days):
        units = _choose_units(one.first_day, one.last_day, of_moments)
        return {"dates": _drop_own_unit(one, units)}, count
    units = _choose_units(days.first, days.last, of_moments)
    words: dict[str, object] = {"dates": _drop_own_unit(one, units)}
    few = []
    # Of years before or after the bulk. Its first or last day is in the tail, which so has one
    # person of P in a hundred: a smaller tail would be rare itself.
    if one.first_day[:_YEAR] < days.first[:_YEAR]:
        words["from"] = str(date.fromisoformat(days.first) + timedelta(days=1))
        few.append(f"before {words['from']}")
    if days.last[:_YEAR] < one.last_day[:_YEAR]:
        words["to"] = days.last
        few.append(f"from {words['to']} on")
    return words, f"{count}; few are {' or '.join(few)}"


def _has_tails(first: str, last: str, days: BulkOfDays) -> bool:
    """Whether few days lie far away, or the others are of one year."""
    if days.first[:_YEAR] == days.last[:_YEAR] and first[:_YEAR] != last[:_YEAR]:
        return True
    span = _number_month(last) - _number_month(first)
    return 0 < 2 * (_number_month(days.last) - _number_month(days.first)) < span


def _number_month(day: str) -> int:
    """Number the months of days."""
    return 12 * int(day[:_YEAR]) + int(day[_YEAR + 1 : _MONTH])


def _number_day(day: str) -> int:
    """Number days, as if all months had 31; a text such as 2023-02-30 has a number, too."""
    return 31 * _number_month(day) + int(day[_MONTH + 1 : _DAY])


def has_times(one: ColumnProfile) -> bool:
    """Whether some day has several values, as moments have; of many values, if these prove it.

    Outside the bulk each day may have one.
    """
    if one.values:
        listed = [value for value in one.values if value is not None]
        return len({value[:_DAY] for value in listed}) < len(listed)
    if one.days is None or one.first_day is None or one.last_day is None:
        return False
    ends = (one.first_day, one.days.first, one.days.last, one.last_day)
    first, low, high, last = map(_number_day, ends)
    return one.distinct > one.days.distinct + (low - first) + (last - high)


def _drop_own_unit(one: ColumnProfile, units: list[str]) -> list[str]:
    """Return the units without months, where each value is the first of one, as some write births.

    Both ends of the bulk and of all say so, if no more values are there than months.
    """
    if one.days is None or one.first_day is None or one.last_day is None or len(units) == 1:
        return units
    ends = (one.first_day, one.days.first, one.days.last, one.last_day)
    months = _number_month(one.last_day) - _number_month(one.first_day) + 1
    if one.distinct > months or any(end[_MONTH:_DAY] != "-01" for end in ends):
        return units
    return [unit for unit in units if unit != "month"]


def _choose_units(first: str, last: str, of_moments: bool) -> list[str]:
    """Return units that tell days apart: in one year, decades would put all in one label.

    Of 2009 to 2011, they would tell 2009 from two years, which says little.

    The day of a date is its value: it is a level of moments alone.

    >>> _choose_units("2017-01-03", "2017-12-30", True)
    ['day', 'month', 'quarter']
    >>> _choose_units("2017-01-03", "2017-12-30", False)
    ['month', 'quarter']
    >>> _choose_units("2017-01-03", "2017-01-30", False)
    ['month']
    >>> _choose_units("1960-01-01", "2004-05-31", False)
    ['month', 'year', 'decade']
    >>> _choose_units("2009-01-05", "2011-12-28", False)
    ['month', 'year']
    """
    units = [unit for unit, digits in _UNITS.items() if first[:digits] != last[:digits]]
    if int(last[:_YEAR]) - int(first[:_YEAR]) + 1 < _LEAST_YEARS_OF_DECADES:
        units = [unit for unit in units if unit != "decade"]
    if "year" in units:
        return units
    quarters = {(int(end[_YEAR + 1 : _MONTH]) - 1) // 3 for end in (first, last)}
    days = ["day"] if of_moments else []
    return [*days, *units, *(["quarter"] if len(quarters) > 1 else [])] or ["month"]
