"""Without their noise, noisy counts are those of the oracle; the cells do not depend on T."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.noise.draw import Noise
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.counted import counts, make_jobs
from tests.generative.instances.jobs import plain_setting
from tests.oracle.models.presence import count_classes


@share_of_profile(4)
@given(st.data())
def test_counts_without_noise_are_those_of_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases())
    node = data.draw(nodes(case))
    setting = plain_setting(case)
    by = data.draw(st.lists(st.sampled_from(setting.names), unique=True))
    coarse = tuple(
        level if name in by else top
        for name, level, top in zip(setting.names, node, case.instance.root, strict=True)
    )
    classes = count_classes(case.instance, coarse)
    levels = {name: level for name, level in zip(setting.names, node, strict=True) if name in by}
    numbers = [setting.names.index(name) for name in by]
    # A raw value has another text on another engine; labels have the same everywhere.
    named = [i for i, name in enumerate(by) if levels[name] > 0]
    expected: Counter[tuple[object, ...]] = Counter()
    for labels, (_, rows) in classes.items():
        expected[tuple(labels[numbers[i]] for i in named)] += rows
    with TemporaryDirectory() as folder:
        for number, job in enumerate(make_jobs(case, setting, data.draw(counts), Path(folder))):
            with patch.object(Noise, "add_to", lambda _, true: [*true]):
                output = Path(folder, f"{number}.parquet")
                found = dpsql.counts(
                    job, "1/2", by=by, levels=levels, cells="public", output=output
                )
                declared = dpsql.counts(
                    job, "1/2", by=by, levels=levels, output=output, overwrite=True
                )
            for told in (found, declared):
                counted: Counter[tuple[object, ...]] = Counter()
                for cell, rows in told.rows:
                    counted[tuple(cell[i] for i in named)] += rows
                assert +counted == +expected
            assert sorted(rows for _, rows in found.rows) == sorted(
                rows for _, (_, rows) in classes.items()
            )
            assert {cell for cell, _ in found.rows} <= {cell for cell, _ in declared.rows}
            assert declared.cells == len(declared.rows) == len({cell for cell, _ in declared.rows})
