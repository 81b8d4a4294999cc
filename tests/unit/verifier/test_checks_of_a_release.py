"""Each check around the verifier refuses by itself, where nothing but what it compares differs."""

import errno
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from math import nan
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

import dpsql
from dpsql.domain.found.posterior import Posterior
from dpsql.domain.found.statistics import Presence
from dpsql.domain.job import Job
from dpsql.domain.levels.cut_tree import HierarchyCut
from dpsql.domain.sections.algorithm import Algorithm
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.sections.earlier import Together
from dpsql.domain.sections.release_options import ReleaseOptions
from dpsql.errors import (
    ConfigError,
    InputChanged,
    InputError,
    IntegrityError,
    Interrupted,
    NotSatisfied,
    ResourceError,
    TargetError,
    Unreadable,
)
from dpsql.release.manifest import (
    Boxes,
    Claims,
    HierarchyParts,
    PresenceRange,
    ReleasedFile,
)
from dpsql.release.release_format import ReleaseFormat
from dpsql.release.target import Target
from dpsql.report.details import Shown
from dpsql.session.clock import Clock
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.use_cases import make_release as releasing
from dpsql.verifier import check_release as verification
from dpsql.verifier import claims as stating
from dpsql.verifier.verified import Verified

FILE = Path("r.csv")
COUNTED = Verified(
    rows=2,
    public_rows=4,
    minimum=Fraction(0),
    maximum=Fraction(1, 2),
    public_columns=("zip",),
)
JOB = Job(
    public="p.csv",
    private="t.csv",
    quasi_identifiers={"zip": {"prefix": [1]}},
    delta={"min": "0", "max": "1/2"},
    constraints={"k_anonymity": 2},
)
RUN = Run(JOB, None, Options())


# What a release is compared with that was just written


def verify_written(monkeypatch, counted=COUNTED, posterior=None, together=None, **found):
    """Verify a release of which the search found what the verifier counts, but for `found`."""

    def verify(*_, **__):
        if isinstance(counted, Exception):
            raise counted
        return counted

    monkeypatch.setattr(releasing, "verify_file", verify)
    monkeypatch.setattr(releasing, "claim_release", lambda *_: "claims")
    usual = {"minimum": Fraction(0), "maximum": Fraction(1, 2), "public_rows": 4, "private_rows": 2}
    words = usual | found
    presence = Presence(words.pop("minimum"), words.pop("maximum"), (0,) * 20)
    asked = SimpleNamespace(**words)
    description = SimpleNamespace(job=asked, posterior=posterior, together=together)
    known = SimpleNamespace(shape={"zip": 1}, presence=presence, description=description)
    return releasing._verify_written(RUN, FILE, known, ReleaseFormat.of(FILE))


def test_what_was_verified_is_told_in_short():
    presence = {"min": "0", "max": "1/2"}
    assert COUNTED.summary == {"public_rows": 4, "presence": presence, "models": []}
    assert COUNTED.holds


def test_what_agrees_is_claimed(monkeypatch):
    assert verify_written(monkeypatch) == ("claims", COUNTED)


@pytest.mark.parametrize("found", [{"minimum": Fraction(1, 4)}, {"maximum": Fraction(1, 3)}])
def test_another_presence_alone_is_refused(monkeypatch, found):
    with pytest.raises(IntegrityError, match="counts another presence than the search"):
        verify_written(monkeypatch, **found)


@pytest.mark.parametrize(
    ("found", "counted"),
    [
        (Posterior(0.0, 0.25, None), None),
        (None, Posterior(0.0, 0.25, None)),
        (Posterior(0.0, 0.25, None), Posterior(0.0, 0.2500001, None)),
        (Posterior(0.0, 0.25, None), Posterior(0.1, 0.25, None)),
    ],
)
def test_another_posterior_alone_is_refused(monkeypatch, found, counted):
    with pytest.raises(IntegrityError, match="counts another presence than the search"):
        verify_written(monkeypatch, replace(COUNTED, posterior=counted), posterior=found)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("found", "counted"),
    [
        (Together("nested", THIRD, HALF), None),
        (None, Together("nested", THIRD, HALF)),
        (Together("nested", THIRD, HALF), Together("exact", THIRD, HALF)),
        (Together("exact", THIRD, HALF), Together("exact", THIRD, Fraction(2, 3))),
        (Together("bounds", HALF, Fraction(2, 3)), Together("bounds", Fraction(0), THIRD)),
        (Together("nested", THIRD, HALF, 1), Together("nested", THIRD, HALF, 0, 1)),
    ],
)
def test_another_presence_together_alone_is_refused(monkeypatch, found, counted):
    with pytest.raises(IntegrityError, match="counts another presence than the search"):
        verify_written(monkeypatch, replace(COUNTED, together=counted), together=found)


def test_better_bounds_together_are_claimed(monkeypatch):
    better = replace(COUNTED, together=Together("exact", HALF, HALF))
    assert verify_written(monkeypatch, better, together=Together("bounds", THIRD, HALF)) == (
        "claims",
        better,
    )


@pytest.mark.parametrize("found", [{"public_rows": 5}, {"private_rows": 1}])
def test_other_people_alone_are_refused(monkeypatch, found):
    with pytest.raises(IntegrityError, match="counts other people than the search"):
        verify_written(monkeypatch, **found)


@pytest.mark.parametrize(
    ("error", "kind", "told"),
    [
        (NotSatisfied("x"), IntegrityError, "finds a class that breaks the job"),
        (Unreadable("r.csv: no"), ResourceError, r"^r\.csv: no$"),
    ],
)
def test_what_the_verifier_finds_wrong_is_no_fault_of_the_job(monkeypatch, error, kind, told):
    with pytest.raises(kind, match=told) as caught:
        verify_written(monkeypatch, error)
    assert type(caught.value) is kind


# What is refused before anything is read


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"csv_formulas": "drop"}, "csv_formulas: write one of refuse, quote"),
        ({"journal_after": -1}, "journal_after: write a number of seconds"),
        ({"journal_after": nan}, "journal_after: write a number of seconds"),
    ],
)
def test_options_that_mean_nothing_are_refused(words, told):
    with pytest.raises(ConfigError, match=told):
        dpsql.anonymize(JOB, **words)


def test_a_target_that_cannot_be_looked_at_is_refused(monkeypatch, tmp_path):
    def fail(_):
        raise OSError(errno.EACCES, "no")

    monkeypatch.setattr(Target, "refuse_unfit", fail)
    job = JOB.with_unchecked({"folder": tmp_path, "release": ReleaseOptions(path="r.csv")})
    with pytest.raises(TargetError, match="release: it cannot be made there"):
        dpsql.anonymize(job)


# What is told of a release that was made


@pytest.mark.parametrize(
    ("error", "told"),
    [(ValueError("secret"), "(ValueError)"), (ConfigError("secret"), "(ConfigError)")],
)
def test_a_report_that_fails_names_the_kind_of_error_alone(monkeypatch, caplog, error, told):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("dpsql.use_cases.reports.details.show", fail)
    assert releasing._show(JOB, None, None, Options(), None) == Shown()
    assert told in caplog.text
    assert "secret" not in caplog.text


def test_a_report_that_is_interrupted_ends_the_run(monkeypatch):
    def interrupt(*_):
        raise Interrupted

    monkeypatch.setattr("dpsql.use_cases.reports.details.show", interrupt)
    with pytest.raises(Interrupted):
        releasing._show(JOB, None, None, Options(), None)


@pytest.mark.parametrize(
    ("lies_there", "told"),
    [
        ("ab", "r.csv is published: the signal came too late"),
        ("cd", "no release was written"),
        (None, "no release was written"),
        (TargetError("x"), ""),
    ],
)
def test_a_signal_that_came_too_late_says_so(monkeypatch, tmp_path, lies_there, told):
    """The release is out where the file that lies there is the one that was verified."""
    if lies_there is not None:
        (tmp_path / "r.csv").touch()

    def digest(_):
        if isinstance(lies_there, Exception):
            raise lies_there
        return lies_there

    def publish(*_):
        raise SystemExit(143)

    for name in ("JournalFolder", "find_spared_inputs", "_write_staged"):
        monkeypatch.setattr(releasing, name, MagicMock())
    releasing._write_staged.return_value = ("found", None)
    monkeypatch.setattr(releasing, "_verify_written", lambda *_: (claim(), COUNTED))
    monkeypatch.setattr(releasing, "publish", publish)
    monkeypatch.setattr("dpsql.release.target.hash_file", digest)
    target = Target(tmp_path / "r.csv", overwrite=True)
    with pytest.raises(SystemExit, match="143") as stopped:
        releasing.make_release(
            JOB, target, Options(), Clock(), csv_formulas="refuse", journaled=MagicMock()
        )
    assert getattr(stopped.value, "__notes__", []) == [told] * bool(told)


# What a release is compared with that lies beside its manifest


def claim(**words):
    usual = {
        "schema": "dpsql-manifest/1",
        "release": ReleasedFile(name="r.csv", sha256="ab", rows=2),
        "levels": {"zip": 1},
        "keep": [],
        "public_columns": ["zip"],
        "delta": JOB.delta,
        "constraints": JOB.constraints,
        "public_rows": 4,
        "presence": PresenceRange(min="0", max="1/2"),
        "csv_formulas": "refuse",
    }
    return Claims(**usual | words)


def verify(monkeypatch, claims, job=JOB, digests=("ab", "ab")):
    """Verify a file that is what the usual claims say, of so many digests one after the other."""
    remaining = iter(digests)
    for module in (verification, stating):
        monkeypatch.setattr(module, "hash_file", lambda _: next(remaining, "ab"))
    monkeypatch.setattr(verification, "verify_file", lambda *_, **__: COUNTED)
    return verification.verify_claims(Run(job, None, Options()), FILE, claims)


def test_what_is_as_claimed_is_verified(monkeypatch):
    assert verify(monkeypatch, claim()) == COUNTED


@pytest.mark.parametrize("other", ["00", "cd"])
def test_a_file_that_changes_meanwhile_is_refused(monkeypatch, other):
    with pytest.raises(InputChanged, match="changed while it was verified"):
        verify(monkeypatch, claim(), digests=("ab", other))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"release": ReleasedFile(name="r.csv", sha256="cd", rows=2)}, "its bytes are not those"),
        ({"release": ReleasedFile(name="r.csv", sha256="00", rows=2)}, "its bytes are not those"),
        ({"keep": ["name"]}, "names other kept columns"),
        ({"levels": None, "boxes": Boxes(unsafe=False, orders={"zip": "x"})}, "states boxes"),
        ({"release": ReleasedFile(name="r.csv", sha256="ab", rows=1)}, r"another release\.rows"),
        ({"release": ReleasedFile(name="x.csv", sha256="ab", rows=2)}, r"another release\.name"),
        ({"public_rows": 5}, "another public_rows"),
        ({"public_columns": ["zip", "age"]}, "another public_columns"),
        ({"presence": PresenceRange(min="0", max="1/3")}, r"another presence\.max"),
        ({"presence": PresenceRange(min="1/4", max="1/2")}, r"another presence\.min"),
        ({"constraints": Constraints()}, "another constraints"),
        ({"constraints": Constraints(k_anonymity=1)}, "another constraints"),
        ({"delta": None}, "another delta"),
        ({"delta": {"min": "0", "max": "2/3"}}, r"another delta\.max"),
        ({"choose": "from_public"}, "another choose"),
        ({"csv_formulas": "quote"}, "another csv_formulas"),
    ],
)
def test_each_claim_alone_is_compared(monkeypatch, words, told):
    with pytest.raises(IntegrityError, match=told):
        verify(monkeypatch, claim(**words))


@pytest.mark.parametrize("algorithm", ["mpalm", "mondrian"])
@pytest.mark.parametrize("unsafe", [True, False])
def test_boxes_are_stated_to_be_unsafe_where_the_job_says_so(algorithm, unsafe):
    words = {algorithm: {"box": "T", "unsafe": True} if unsafe else {"box": "P"}}
    job = JOB.with_unchecked({"algorithm": Algorithm.model_validate(words)})
    shape = Boxes(unsafe=not unsafe, orders={"zip": "x"})
    stated = stating._state_shape(job, shape, COUNTED)
    assert stated == {"boxes": Boxes(unsafe=unsafe, orders={"zip": "x"})}


def test_a_delta_within_the_jobs_is_another(monkeypatch):
    job = JOB.with_unchecked({"delta": JOB.delta.model_copy(update={"min": Fraction(1, 4)})})
    with pytest.raises(IntegrityError, match=r"another delta\.min"):
        verify(monkeypatch, claim(), job)


def test_other_orders_alone_are_refused():
    tables = SimpleNamespace(types={"zip": SimpleNamespace(family="text")})
    order = JOB.quasi_identifiers["zip"].name_order("text")
    verification._refuse_other_orders(JOB, tables, Boxes(unsafe=False, orders={"zip": order}))
    with pytest.raises(IntegrityError, match="stated in other orders"):
        verification._refuse_other_orders(JOB, tables, Boxes(unsafe=False, orders={"zip": "x"}))


def test_a_rest_that_the_job_refuses_is_refused():
    job = JOB.with_unchecked(
        {"algorithm": Algorithm.model_validate({"mpalm": {"cuts": "hierarchy", "rest": "refused"}})}
    )
    for rest, has_rest, told in (
        ("refused", False, None),
        ("refused", True, "stay together in a rest"),
        ("kept", False, "another rest"),
    ):
        parts = HierarchyParts((HierarchyCut(0, "zip", ("1",), has_rest),), rest)
        with pytest.raises(IntegrityError, match=told) if told else nullcontext():
            verification._refuse_other_rests(job, parts)


def test_by_statistics_there_are_levels_and_steps_alone():
    inputs = SimpleNamespace(statistics=())
    boxes, none = Boxes(unsafe=False, orders={}), (None, None, {})
    with pytest.raises(IntegrityError, match="it has levels or steps, and this has none"):
        verification._verify_estimated(
            Run(JOB, inputs, Options()), *none, boxes, (), None, tolerate_failure=False
        )


# Whether others changed the tables of a server meanwhile


def test_tables_are_counted_again_as_the_search_counts_them(monkeypatch):
    loaded = SimpleNamespace(engine="engine", hierarchies={"zip": "prefix"}, sizes=(4, 2))
    monkeypatch.setattr(releasing, "load", lambda *_, **__: nullcontext(loaded))
    monkeypatch.setattr(releasing, "sum_counts", lambda engine, columns: ((engine, columns),))
    counted = releasing._count_again(RUN)
    assert counted == releasing._Counted({"zip": "prefix"}, (4, 2), (("engine", 1),))


@pytest.mark.parametrize("error", [ConfigError("no such table"), InputError("damaged")])
def test_tables_that_are_gone_are_others(monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(releasing, "load", fail)
    assert releasing._count_again(RUN) is None


@pytest.mark.parametrize(
    ("before", "now", "kind"),
    [
        ("counts", "others", InputChanged),
        ("counts", "counts", IntegrityError),
        (None, "others", IntegrityError),
    ],
)
def test_a_change_of_tables_is_blamed_where_there_is_one(monkeypatch, before, now, kind):
    monkeypatch.setattr(releasing, "_count_again", lambda *_: now)
    with pytest.raises(IntegrityError) as caught:  # noqa: SIM117
        with releasing._blaming_changes(RUN, before):
            raise IntegrityError("x")
    assert type(caught.value) is kind
