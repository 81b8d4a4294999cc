"""Writes a first job for two tables, or for one whose rows are marked."""

import os
from pathlib import Path

from dpsql.errors import ConfigError, TargetError, error_of
from dpsql.files import private_file
from dpsql.files.absolute import make_absolute
from dpsql.first_job.job_text import write_job
from dpsql.first_job.profile import profile


def init(
    public: str | Path,
    private: str | Path | None = None,
    out: str | Path = "job.yaml",
    *,
    where: str | None = None,
) -> Path:
    """Write a job for P and T that runs as it is, to a new file `out`; return its path.

    `where`, in place of `private`: the column of P, or the predicate, that is true for T's rows.
    Only values of P are read.

    Raises:
        ConfigError: neither T nor `where` is named, or both. TargetError: the file exists, or it
            cannot be written. The errors of reading the tables.
    """
    if (private is None) == (where is None):
        raise ConfigError("name the table of T, or --where with a column of P that marks it")
    found = profile(str(public), None if private is None else str(private), Path(), where)
    target = Path(out)
    home = make_absolute(target).parent
    stem = Path(public if private is None else private).stem
    of_t = None if private is None else _from(home, Path(private))
    release = f"{stem}-released.parquet"
    text = write_job(found, _from(home, Path(public)), of_t, release, where)
    try:
        with private_file.create(target) as file:
            file.write(text)
    except FileExistsError:
        raise TargetError(f"{target.name}: it exists; remove it or name another (-o)") from None
    except OSError as error:
        raise error_of(error, f"{target.name}: it cannot be written", TargetError) from None
    return target


def _from(home: Path, path: Path) -> str:
    """Return a path relative to `home`; ``./`` is added if it could be the name of a table."""
    said = os.path.relpath(make_absolute(path), home)
    return said if "/" in said else f"./{said}"
