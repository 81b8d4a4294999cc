"""Tables of the terminal: whatever the width, no line is wider and no cell is cut."""

import io
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from dpsql.cli.terminal.blocks import AlikeTables, BlockTable
from dpsql.cli.terminal.class_table import ClassTable
from dpsql.cli.terminal.plain import plain_table
from dpsql.cli.terminal.text_table import Bar

#: Words as columns and values have them: long names, huge numbers, wide characters.
_WORDS = st.one_of(
    st.text("abcdefghij_ ", max_size=45).map(str.strip),
    st.integers(0, 10**24).map("{:,}".format),
    st.fractions(0, 1, max_denominator=10**9).map(str),
    st.text("漢字仮名한글🙂é", max_size=12),
    st.just("≈\u00a066.7\u00a0%"),
)


@st.composite
def tables(draw):
    columns = draw(st.lists(_WORDS, min_size=1, max_size=12))
    kinds = [plain_table(*columns), BlockTable(tuple(columns))]
    kinds += [ClassTable(tuple(columns), labels=number) for number in {0, len(columns) // 2}]
    if len(columns) > 1:
        kinds.append(BlockTable(tuple(columns), repeated=2))
    table = draw(st.sampled_from(kinds))
    for _ in range(draw(st.integers(0, 6))):
        table.add_row(*(draw(_WORDS) for _ in table.columns))
    return table


def draw_at(table, width):
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False)
    console.print(table)
    return console.file.getvalue().splitlines()


@given(tables(), st.sampled_from((40, 60, 80, 120)))
def test_nothing_is_cut_and_no_line_is_wider(table, width):
    lines = draw_at(table, width)
    assert max(map(cell_len, lines), default=0) <= width
    words = [word for row in table.rows for cell in row for word in cell.split(" ") if word]
    for word in words:
        # A wider one is broken, by whole characters, and none of them is lost.
        assert cell_len(word) > width - 2 or any(word in line for line in lines)
    assert Counter("".join(words)) <= Counter("".join(lines))


def test_what_fits_is_not_turned():
    table = plain_table("zip", "age", "loss")
    table.add_row("1", "2", "0.5")
    assert draw_at(table, 16) == ["zip  age  loss", "1    2    0.5"]


def test_what_does_not_fit_is_turned_by_as_many_rows_as_fit():
    table = plain_table("marital_status", "native_country", "δmax")
    for number in range(3):
        table.add_row(str(number), "2", f"{number}/45222")
    assert draw_at(table, 34) == [
        "marital_status  0        1",
        "native_country  2        2",
        "δmax            0/45222  1/45222",
        "",
        "marital_status  2",
        "native_country  2",
        "δmax            2/45222",
    ]


def test_classes_that_do_not_fit_have_a_paragraph_each():
    """Turned, two stood beside each other and three below, as blocks of a line per column."""
    table = ClassTable(("education", "delivered", "in T", "presence"), labels=2)
    table.add_row("did-not-graduate-at-all", "1965", "2", "100 %")
    table.add_row("college", "1964", "1", "50 %")
    table.add_row("high-school-and-some", "*", "1", "50 %")
    assert draw_at(table, 40) == [
        "education · delivered (in T, presence)",
        "did-not-graduate-at-all · 1965 (2, 100",
        "  %)",
        "college · 1964 (1, 50 %)",
        "high-school-and-some · * (1, 50 %)",
    ]
    assert draw_at(table, 100)[1].split() == ["did-not-graduate-at-all", "1965", "2", "100", "%"]
    # Two classes beside each other, a line for each column, are read as easily.
    table.rows = table.rows[1:2]
    assert draw_at(table, 28)[0] == "education  college"


def test_long_texts_are_wrapped_before_a_table_is_turned():
    table = plain_table("risk", "an attacker who")
    table.add_row("prosecutor", "knows that the person is in T")
    assert draw_at(table, 32) == [
        "risk        an attacker who",
        "prosecutor  knows that the",
        "            person is in T",
    ]


def test_a_number_without_room_beside_its_name_stands_below_it():
    table = plain_table("a_column_with_quite_a_long_name", "")
    table.add_row("123,456,789,012,345", "6.5")
    assert draw_at(table, 35) == [
        "a_column_with_quite_a_long_name",
        "  123,456,789,012,345",
        "  6.5",
    ]


def test_bars_take_the_room_that_is_left_and_are_not_turned():
    table = plain_table("presence", "people", "")
    table.add_row("0 % to 5 %", "1,000", Bar(1))
    table.add_row("5 % to 10 %", "1", Bar(0.001))
    assert draw_at(table, 40)[1:] == [f"0 % to 5 %   1,000   {'█' * 19}", "5 % to 10 %  1       █"]
    assert draw_at(table, 20) == [
        *("presence", "  0 % to 5 %", "people", "  1,000", ""),
        *("presence", "  5 % to 10 %", "people", "  1"),
    ]


def test_empty_columns_are_left_out():
    table = plain_table("column", "violated", "note")
    table.add_row("zip", "δmax 1/5")
    assert draw_at(table, 40) == ["column  violated", "zip     δmax 1/5"]
    assert draw_at(plain_table("column", "note"), 40) == ["column  note"]
    empty = plain_table("a", "b")
    empty.add_row()
    assert draw_at(empty, 40) == ["a  b", ""]


def test_the_names_of_rows_are_wrapped_before_a_table_is_turned():
    table = plain_table("association of", "T", "1", "2")
    table.add_row("gender × maritalcat", "0.3668", "0", "0.3579")
    assert draw_at(table, 34) == [
        "association of   T       1  2",
        "gender ×         0.3668  0  0.3579",
        "maritalcat",
    ]


def test_a_turned_table_has_no_line_without_a_figure():
    table = plain_table("accuracy of", "T", "1")
    table.add_row("question 3", "0.4457", "0.3456")
    table.add_row("question 3: maritalcat, most frequent", "0.4457")
    # As one has no room beside the names, neither stands there.
    first, last = draw_at(table, 25)[:6], draw_at(table, 25)[7:]
    assert first == ["accuracy of", "  question 3", "T", "  0.4457", "1", "  0.3456"]
    assert last == ["accuracy of", "  question 3: maritalcat,", "  most frequent", "T", "  0.4457"]


def test_candidates_that_do_not_fit_stand_in_blocks_and_no_name_is_wrapped():
    table = BlockTable(("mean of", "T", *"1234567"), repeated=2)
    for name in ("income", "income, at least", "income, at most", "rent a month"):
        table.add_row(name, "" if "," in name else "10,000", *["12,345"] * 7)
    assert draw_at(table, 58) == [
        "mean of           T       1       2       3       4",
        "income            10,000  12,345  12,345  12,345  12,345",
        "income, at least          12,345  12,345  12,345  12,345",
        "income, at most           12,345  12,345  12,345  12,345",
        "rent a month      10,000  12,345  12,345  12,345  12,345",
        "",
        "mean of           T       5       6       7",
        "income            10,000  12,345  12,345  12,345",
        "income, at least          12,345  12,345  12,345",
        "income, at most           12,345  12,345  12,345",
        "rent a month      10,000  12,345  12,345  12,345",
    ]


def test_tables_of_the_same_candidates_all_have_a_column_for_each_or_all_a_row():
    """Those that fit had columns, others rows, and some columns again, under the same numbers."""
    narrow = BlockTable(("loss of", *"12345"))
    narrow.add_row("zip", *["0.5"] * 5)
    wide = BlockTable(("shift of", *(f"cuts, δ ≤ {n}0 %" for n in range(1, 6))))
    for name in ("zip", "age"):
        wide.add_row(name, *["0.25"] * 5)
    assert draw_at(narrow, 40)[0] == "loss of  1    2    3    4    5"
    lines = draw_at(AlikeTables([narrow, Text(""), wide]), 40)
    assert lines[0] == "loss of  zip" and lines[7].split() == ["shift", "of", "zip", "age"]
    assert lines[8] == "cuts, δ ≤ 10 %  0.25  0.25" and len(lines) == 6 + 1 + 6
    # A row for each candidate takes more lines than blocks of few figures.
    wide.rows = [(f"by town: people, most, {n}", *["0.25"] * 5) for n in range(12)]
    lines = draw_at(AlikeTables([narrow, Text(""), wide]), 60)
    assert lines[0] == "loss of  1    2    3    4    5"
    assert lines[3].split()[:5] == ["shift", "of", "cuts,", "δ", "≤"]


def test_two_candidates_of_a_narrow_terminal_have_columns_and_wrapped_names():
    """Each pair of columns took a table of its own, with a row for each candidate."""
    table = BlockTable(("", "pooled", "cuts"))
    table.add_row("people known not in T", "≈ 43.8 %", "≈ 43.4 %")
    pairs = BlockTable(("shift of pairs", "pooled", "cuts"))
    for name in ("education × income", "age × region"):
        pairs.add_row(name, "0.1495", "0.0848")
    lines = draw_at(AlikeTables([table, Text(""), pairs]), 40)
    assert lines[1:3] == ["people known not in   ≈ 43.8 %  ≈ 43.4 %", "T"]
    assert lines[5] == "education × income  0.1495  0.0848"


def test_long_names_of_figures_are_wrapped_rather_than_candidates_parted():
    table = BlockTable(("accuracy of", "T", *"12345"), repeated=2)
    for name in ("model: town", "model: town, most frequent", "model: town, most frequent label"):
        table.add_row(name, "0.2895", *["0.1429"] * 5)
    table.add_row("model: town, label from T", "", *["–"] * 5)
    assert draw_at(table, 78)[:5] == [
        "accuracy of                     T       1       2       3       4       5",
        "model: town                     0.2895  0.1429  0.1429  0.1429  0.1429  0.1429",
        "model: town, most frequent      0.2895  0.1429  0.1429  0.1429  0.1429  0.1429",
        "model: town, most frequent      0.2895  0.1429  0.1429  0.1429  0.1429  0.1429",
        "label",
    ]


def test_of_names_and_values_each_stays_a_line():
    table = plain_table("what", "value")
    table.add_row("levels of a_column_with_a_long_name", "0 to 3")
    table.add_row("an outsider knows", "a_column_with_a_long_name, another_column")
    assert draw_at(table, 45) == [
        "what                                 value",
        "levels of a_column_with_a_long_name  0 to 3",
        "an outsider knows",
        "  a_column_with_a_long_name, another_column",
    ]
    assert draw_at(table, 40)[0] == "what   levels of"
