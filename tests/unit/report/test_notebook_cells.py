"""Tables of notebook cells are read on a phone: each scrolls in a box, and the page does not."""

import re

from dpsql.report.notebook.tables import render_groups, render_table

BOX = (
    r'<div style="[^"]*overflow-x: auto" tabindex="0" role="region" aria-label="([^"]+)">\s*<table>'
)


def test_each_table_stands_in_a_box_that_scrolls():
    cell = render_table("<lattice>", "Fine.", ["node"], [[1]])
    assert re.findall(BOX, cell) == ["Table: &lt;lattice&gt;"]
    groups = ("loss of", "1"), [("zip", "0.5")]
    cell = render_groups("compared", "Fine.", [[groups], [], [groups]], ["End."])
    assert re.findall(BOX, cell) == ["Table 1: compared", "Table 2: compared"]
    for one in (cell, render_table("t", "s", ["node"], [[1]])):
        assert one.count("<div") == one.count("</div>")
        assert one.count("<table") == one.count("</table>\n</div>")
    assert "overflow" not in render_table("t", "No rows.")
