"""Whether a file is a report that dpsql wrote, so that it may be written again."""

import re
import stat
from pathlib import Path

#: The title of each page that `to_html` writes; a page to sign has another.
_TITLE = re.compile(rb"<title>[^<]*dpsql report: [^<]*</title>")
#: The title stands before the style; a job's own title may be long.
_HEAD = 16_384


def is_report(page: Path) -> bool:
    """Whether the file is a report of dpsql; no link is, and no page to sign.

    Raises:
        OSError: it cannot be read.
    """
    if not stat.S_ISREG(page.lstat().st_mode):
        return False
    with page.open("rb") as file:
        return _TITLE.search(file.read(_HEAD)) is not None
