"""Says how Python runs the statements of a first job, for who has no command duckdb."""

import re
from collections.abc import Iterator, Sequence

#: How a statement that writes a file begins. One of a table needs its database open.
_STATEMENT = "#  COPY ("
#: A path that every shell, and Python between its quotes, takes as it is.
_PLAIN = re.compile("[A-Za-z0-9_./ +-]+")


def with_command(lines: Sequence[str], job: str) -> Iterator[str]:
    """Yield the lines of a job, with the command after the first of its statements.

    `job`: the path of the job from where `init` ran, as those of the statements start there, too.

    >>> *_, told = with_command(["#  COPY (FROM 't.csv') TO 'c.parquet';"], "a/job.yaml")
    >>> print(told)
    #  Without the command duckdb, this runs what begins with COPY, in the folder where init ran:
    #  python -c "import duckdb, pathlib; [duckdb.sql(one[3:]) for one in\
 pathlib.Path('a/job.yaml').read_text('utf-8').splitlines() if one.startswith('#  COPY (')]"
    """
    has_statement = [line.startswith(_STATEMENT) for line in lines]
    ends = (
        n
        for n, is_one in enumerate(has_statement)
        if is_one and not any(has_statement[n + 1 : n + 2])
    )
    last = next(ends, None) if _PLAIN.fullmatch(job) else None
    for number, line in enumerate(lines):
        yield line
        if number == last:
            read = f"pathlib.Path('{job}').read_text('utf-8').splitlines()"
            runs = f"[duckdb.sql(one[3:]) for one in {read} if one.startswith('{_STATEMENT}')]"
            yield (
                "#  Without the command duckdb, this runs what begins with COPY, in the folder"
                f' where init ran:\n#  python -c "import duckdb, pathlib; {runs}"'
            )
