"""Hierarchy files and trees as rows: delimiters, quotes, NULL, line numbers."""

import logging
from pathlib import Path

import pytest

from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.errors import ConfigError, HierarchyError
from dpsql.hierarchies.load import load_hierarchy, read_rows


@pytest.fixture
def read(tmp_path):
    def rows(content, delimiter=None):
        path = tmp_path / "zip.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(read_rows(path, "zip", delimiter))

    return rows


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ("a;b\nc;d\n", [(1, ("a", "b")), (2, ("c", "d"))]),
        ("a,b\nc,d\n", [(1, ("a", "b")), (2, ("c", "d"))]),
        ("a,b;c\n", [(1, ("a,b", "c"))]),
        ('"a;b",c\n', [(1, ("a;b", "c"))]),
        ("a;b", [(1, ("a", "b"))]),
        ("a;b\r\nc;d\r\n", [(1, ("a", "b")), (2, ("c", "d"))]),
        ("\ufeffa;b\n", [(1, ("a", "b"))]),
        ("a\nb\n", [(1, ("a",)), (2, ("b",))]),
        ("a;b\n\nc;d\n", [(1, ("a", "b")), (3, ("c", "d"))]),
        ("\n\na;b\n\n", [(3, ("a", "b"))]),
        ('a\n""\n', [(1, ("a",)), (2, ("",))]),
        ("", []),
        ("\n\n", []),
        (";b\n", [(1, (None, "b"))]),
        ('"";b\n', [(1, ("", "b"))]),
        ("a;;c\n", [(1, ("a", None, "c"))]),
        ("a;\n", [(1, ("a", None))]),
        (";\n", [(1, (None, None))]),
        ('"say ""x""";b\n', [(1, ('say "x"', "b"))]),
        ('"a\nb";c\nd;e\n', [(1, ("a\nb", "c")), (3, ("d", "e"))]),
        ('x;y\n"a\nb";c\nd;e\n', [(1, ("x", "y")), (2, ("a\nb", "c")), (4, ("d", "e"))]),
        ('x;y\n"a\r\nb";c\n', [(1, ("x", "y")), (2, ("a\r\nb", "c"))]),
        ('"";""\n', [(1, ("", ""))]),
        (" a ; b \n", [(1, (" a ", " b "))]),
        ("a|b\n", [(1, ("a|b",))]),
        ("#a;b\n", [(1, ("#a", "b"))]),
        ("01234;NO\n", [(1, ("01234", "NO"))]),
    ],
)
def test_rows(read, content, rows):
    assert read(content) == rows


def test_a_stated_delimiter_wins(read):
    assert read("a;b,c\n", ",") == [(1, ("a;b", "c"))]


@pytest.mark.parametrize("content", ['"a;b\n', 'x;y\n"a"b;c\n', 'x;y\n"a""\n'])
def test_quotes_that_do_not_close_are_refused(read, content):
    with pytest.raises(
        HierarchyError, match=r"hierarchy of zip \(.*\), line \d: a quote does not close"
    ):
        read(content)


@pytest.mark.parametrize(
    ("content", "line"),
    [("a\n\nb\n", 2), ("a\r\n\r\nb\r\n", 2), ("\n\na\n", 1), ("a\nb\n\n", 3), ("a\n\n\n", 2)],
)
def test_a_blank_line_where_it_could_be_a_leaf_is_refused(read, content, line):
    with pytest.raises(
        HierarchyError, match=rf"hierarchy of zip \(.*\), line {line}: it is blank; drop"
    ):
        read(content)


def test_bytes_that_are_no_utf_8_are_refused(read):
    with pytest.raises(HierarchyError, match=r"zip\.csv is not UTF-8"):
        read("ü;b\n".encode("latin-1"))
    with pytest.raises(HierarchyError, match=r"zip\.csv is not UTF-8; it is UTF-16; .*-f UTF-16 "):
        read("a;b\n".encode("utf-16"))
    with pytest.raises(HierarchyError, match=r"zip\.csv is not UTF-8; it is UTF-16; .*UTF-16LE "):
        read("a;b\n".encode("utf-16-le"))


def test_a_file_that_is_not_there_is_refused():
    with pytest.raises(ConfigError, match=r"nope\.csv cannot be read"):
        list(read_rows(Path("nope.csv"), "zip"))


def load(words, folder=Path()):
    return load_hierarchy("zip", QuasiIdentifier(**words), folder)


def test_a_tree_of_even_depth():
    tree = {"A": {"B": ["x", "y"], "C": ["z"]}, "D": {"D": ["w"]}}
    hierarchy = load({"tree": tree})
    assert [hierarchy.label("x", level) for level in range(4)] == ["x", "B", "A", "*"]
    assert [hierarchy.label("w", level) for level in range(4)] == ["w", "D", "D", "*"]


def test_a_tree_with_a_root_of_its_own():
    hierarchy = load({"tree": {"any": ["x", "y"]}})
    assert (hierarchy.height, hierarchy.root) == (1, "any")


def test_leaves_of_a_tree_keep_the_order_of_the_job():
    tree = {"B": ["z", "a"], "A": ["m"]}
    assert list(load({"tree": tree}).paths) == ["z", "a", "m"]


@pytest.mark.parametrize(
    "tree",
    [
        {"A": ["x"], "B": {"C": ["y"]}},
        {"A": "x"},
        {"A": None},
        {"A": [["x"]]},
        {"A": [{"B": "x"}]},
        {"A": ["x"], "B": ["x"]},
        {"A": {"M": ["x"]}, "B": {"M": ["y"]}},
        {},
        {"A": []},
        {"A": {}},
    ],
)
def test_trees_that_are_none_are_refused(tree):
    with pytest.raises(HierarchyError, match="hierarchy of zip"):
        load({"tree": tree})


def test_a_file_is_found_from_the_folder_of_the_job(tmp_path):
    (tmp_path / "zip.csv").write_text("a,*\nb,*\n", encoding="utf-8")
    assert load({"hierarchy": "zip.csv"}, tmp_path).height == 1


def test_repeated_rows_are_warned_of(tmp_path, caplog):
    (tmp_path / "zip.csv").write_text("a,*\nb,*\na,*\na,*\n", encoding="utf-8")
    with caplog.at_level(logging.WARNING, "dpsql"):
        assert len(load({"hierarchy": "zip.csv"}, tmp_path).paths) == 2
    assert caplog.messages == [
        "hierarchy of zip (zip.csv): 2 rows stand twice, the first on line 3; repetitions are"
        " ignored"
    ]


def test_so_are_repeated_leaves_of_a_tree(caplog):
    with caplog.at_level(logging.WARNING, "dpsql"):
        load({"tree": {"*": ["a", "b", "a"]}})
    assert caplog.messages == [
        "hierarchy of zip: 1 row stands twice, the first is leaf 3 of the tree; repetitions are"
        " ignored"
    ]


def test_an_empty_label_is_told_by_line_and_column_unless_it_is_of_null(tmp_path, caplog):
    write = (tmp_path / "age.csv").write_text
    write(";;*\n20;young;*\n30;;*\n31;;*\n", encoding="utf-8", newline="")
    words = QuasiIdentifier(hierarchy="age.csv")
    assert load_hierarchy("age", words, tmp_path).label("30", 1) is None
    told = "hierarchy of age (age.csv), line 3, column 2: the label is empty, which is NULL"
    assert told in caplog.text
    assert "write a label (in 2 cells)" in caplog.text
    caplog.clear()
    write(';;*\n20;young;*\n30;"";*\n', encoding="utf-8", newline="")
    load_hierarchy("age", words, tmp_path)
    assert not caplog.text
