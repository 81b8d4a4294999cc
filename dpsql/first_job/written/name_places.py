"""Names the tables, the engine and the release of a first job, as its file would."""

import os
from pathlib import Path
from typing import Any

from dpsql.domain.sections.engine_options import ENGINES, EngineOptions
from dpsql.domain.table_names import split_table_name
from dpsql.engines.connect import name_engine
from dpsql.files.absolute import make_absolute
from dpsql.first_job.tables import Asked, is_table
from dpsql.first_job.written.places import Places


def name_places(asked: Asked, home: Path) -> Places:
    """Return how the job file in folder `home` names the tables."""
    last = asked.public if asked.private is None else asked.private
    if last in asked.in_memory:
        release = "released.parquet"
    else:
        stem = split_table_name(last)[-1] if is_table(last, asked) else Path(last).stem
        release = f"{stem}-released.parquet"
    return Places(
        _name_place(asked.public, asked, home),
        None if asked.private is None else _name_place(asked.private, asked, home),
        release,
        asked.where,
        engine=_name_engine(asked, home),
        in_memory=(*asked.in_memory,),
    )


def _name_place(said: str, asked: Asked, home: Path) -> dict[str, Any]:
    if said in asked.in_memory or is_table(said, asked):
        return {"table": said}
    path = said if "://" in said else _from(home, Path(said))
    return {"path": path, **asked.options.get(said, {})}


def _name_engine(asked: Asked, home: Path) -> object:
    """Return the engine as the job states it; None for files in the embedded one."""
    options = asked.engine
    if options is None:
        name = name_engine(EngineOptions(), asked.connection)
        return None if name == ENGINES[0] else name
    words = getattr(options, options.name).model_dump(mode="json", exclude_unset=True)
    for word in ("database", "work_dir"):
        if word in words:
            words[word] = _from(home, Path(words[word]))
    return {options.name: words} if words else options.name


def _from(home: Path, path: Path) -> str:
    """Return a path relative to `home`; ``./`` is added if it could be the name of a table."""
    said = os.path.relpath(make_absolute(path), home)
    return said if "/" in said else f"./{said}"
