"""What is told of many columns alike is one warning."""

from dpsql.domain.found.leaning_columns import LeaningColumn, Most, tell_leaning


def test_columns_that_tell_as_much_of_t_are_told_of_in_one_line():
    most = Most(78, 168)
    alike = [LeaningColumn(f"A{i}", 400 + i, 500, most) for i in range(1, 9)]
    other = LeaningColumn("score", 90, 100, most, by_limit=True)

    lines = list(tell_leaning([*alike[:4], other, *alike[4:]]))

    assert len(lines) == 2
    assert lines[0].startswith("A1 (401 of 500 people), A2 (402 of 500), ")
    assert "168 people of P or more" in lines[0]
    assert lines[1] == f"score: {other.tell()}"
