"""What people pass from Python by mistake: the error says what to write."""

import ast
import inspect
import re
from decimal import Decimal
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import inf
from pathlib import Path

import duckdb
import numpy as np
import pandas
import polars
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.callers import WrongCall
from dpsql.domain.alternative import find_algorithm, list_stated
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.published import Release
from dpsql.domain.found.statistics import Presence
from dpsql.domain.levels.lattice import node_at_levels, read_levels
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError
from dpsql.faces import on_command_line
from dpsql.report.plots.picture import Picture
from dpsql.use_cases.verify import Verification

KEYS = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"zip": {"widths": [5]}}}
JOB = dpsql.Job(**KEYS, release="r.csv", delta={"max": "1/2"})
#: Rows of T that somebody passes by mistake.
TABLE = pandas.DataFrame({"age": ["41"], "diagnosis": ["zz_secret"]})
OUTCOME = dpsql.Outcome("measured", 9, 5, {}, Presence(Fraction(0), Fraction(1), ()), {})
PICTURE = Picture("a title", "<svg/>")
NO_LEVELS = [[1], "zip=1", 3, {1: 1}, {("zip",): 1}]


@pytest.mark.parametrize("levels", NO_LEVELS)
@pytest.mark.parametrize(
    "call", [dpsql.measure, dpsql.risks, dpsql.explain, dpsql.script, dpsql.write_report]
)
def test_levels_are_a_mapping(call, levels, tmp_path):
    paths = [tmp_path / "page.html"] if call is dpsql.write_report else []
    with pytest.raises(ConfigError, match=r"levels: write a mapping .* such as {'zip': 1}"):
        call(JOB, *paths, levels=levels)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: dpsql.check(5), r"a dpsql\.Job\(…\), not an int$"),
        (lambda: dpsql.check(None), r"a dpsql\.Job\(…\), not None$"),
        (lambda: dpsql.frontier(JOB, ["pooled", "cuts"]), r"pass a list to dpsql\.frontiers$"),
        (lambda: dpsql.frontiers(JOB, {"pooled"}), r"or a list such as \['levels', 'pooled'\]$"),
        (lambda: node_at_levels({"zip": "1"}, {"zip": 2}), "a level is a whole number, not a str$"),
        (lambda: dpsql.Job(**KEYS, delta=(0, "1/5")), "such as {'min': 0, 'max': '1/5'}$"),
    ],
)
def test_what_is_passed_in_the_wrong_form_is_told(call, said):
    with pytest.raises(ConfigError, match=said):
        call()


#: What only a command of the command line raises.
OF_COMMANDS = ("cli", "demo", "hierarchies/leaf_rows.py")
FLAG = re.compile(r"(^|[ (])--[a-z]")


def list_texts(node):
    """The texts of an expression, without those that are named by where dpsql is called from."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "").startswith("name_"):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from list_texts(child)


def test_no_error_names_a_flag_to_who_calls_a_function():
    home = Path(dpsql.__file__).parent
    named = {
        f"{file.relative_to(home)}: {text}"
        for file in home.rglob("*.py")
        if not str(file.relative_to(home)).startswith(OF_COMMANDS)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise)
        for text in list_texts(node)
        if FLAG.search(text)
    }
    assert not named


def test_an_error_names_what_to_write_where_dpsql_is_called(tmp_path):
    (tmp_path / "p.csv").write_text("zip,in_t\n10,yes\n20,no\n")
    boxes = dpsql.Job(**KEYS, release="r.csv", delta={"max": "1/2"}, algorithm="mpalm")
    calls = {
        lambda: dpsql.script(boxes): (
            "with manifest='FILE', let dpsql.anonymize(job,",
            "with --manifest FILE",
        ),
        lambda: dpsql.init("mart.people", "mart.trial"): ("add engine", "add --engine"),
        lambda: dpsql.init(tmp_path / "p.csv", where="in_t = "): ("where: ", "--where: "),
    }
    for call, (in_python, as_command) in calls.items():
        with pytest.raises(ConfigError) as caught:
            call()
        assert in_python in str(caught.value) and "--" not in str(caught.value)
        with on_command_line(), pytest.raises(ConfigError, match=re.escape(as_command)):
            call()


@pytest.mark.parametrize(
    ("call", "where"),
    [
        (OUTCOME.to_html, ""),
        (partial(dpsql.write_report, "no.job.yaml"), "path: "),
        (partial(dpsql.sign_off, "no.job.yaml"), "page: "),
        (PICTURE.save, ""),
    ],
)
def test_a_page_that_could_not_be_written_is_refused_before_the_job_is_read(
    call, where, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    kind, ending = ("picture", ".svg") if call == PICTURE.save else ("page", ".html")
    for name, told in (
        (f"no/dir/x{ending}", "there is no folder 'no/dir'; make it first"),
        ("x.csv", f"x.csv: a {kind} must end in {ending}"),
    ):
        with pytest.raises(ConfigError) as caught:
            call(name)
        assert str(caught.value) == f"{where}{told}"


@pytest.mark.parametrize("levels", NO_LEVELS)
def test_levels_of_a_release_are_a_mapping(levels):
    with pytest.raises(ConfigError, match="levels: write a mapping"):
        dpsql.anonymize(JOB, levels=levels)


@pytest.mark.parametrize("job", [3, {"public": "p.csv"}, None, [JOB]])
def test_a_job_is_a_path_or_a_job(job):
    with pytest.raises(ConfigError, match=r"give the path of a job file, or a dpsql\.Job"):
        dpsql.check(job)


@pytest.mark.parametrize("words", [{"algorithms": {"spalm"}}, {"deltas": {0.05, 0.1}}])
def test_candidates_are_listed_in_an_order(words):
    with pytest.raises(ConfigError, match=r"compare: (algorithms|deltas): write one, or a list"):
        dpsql.compare(JOB, **words)
    with pytest.raises(ConfigError, match=r"^algorithm: write"):
        dpsql.compare(JOB, algorithms=1)


@given(st.integers(0, 10**15 - 1), st.integers(0, 15))
def test_a_float_of_a_written_decimal_is_that_decimal(digits, places):
    """The float itself is another number, by up to half a unit in its last place."""
    written = Decimal(digits).scaleb(-places)
    if written > 1 or len(str(digits)) > 15:
        return
    assert parse_threshold(float(written)) == Fraction(written)


@pytest.mark.parametrize(
    ("given", "read"),
    [(0.05, Fraction(1, 20)), (1.0, 1), (0.0, 0), (-0.0, 0), (np.float64(0.29), "29/100")],
)
def test_floats_are_read_as_they_are_written(given, read):
    assert dpsql.Job(**KEYS, delta={"max": given}).delta.max == Fraction(read)


def test_a_scenario_reads_numbers_as_a_job_does():
    read = dpsql.Scenario(0.1, 10_000, "100", acceptable_down=0.5, sensitivity="20%")
    exact = dpsql.Scenario(Fraction(1, 10), Fraction(10_000), *map(Fraction, (100, "1/2", "1/5")))
    assert read == exact and type(read.cost) is Fraction


@pytest.mark.parametrize("given", [float("nan"), inf])
def test_what_is_no_number_is_no_threshold(given):
    with pytest.raises(ConfigError, match=rf"is {given}, which is no number: write a fraction"):
        dpsql.Job(**KEYS, delta={"max": given})


@pytest.mark.parametrize(
    ("given", "told"), [(np.float32(0.2), "be a float32"), (None, "be None"), ("x", "be read")]
)
def test_in_python_a_fraction_is_advised_as_text(given, told):
    told = f"^delta.max: the threshold cannot {told}: write a fraction such as"
    with pytest.raises(ConfigError, match=f"{told} '2/3' .*, or a percentage such as '20%'$"):
        dpsql.Job(**KEYS, delta={"max": given})
    with on_command_line(), pytest.raises(ConfigError, match=f"{told} 2/3 .* such as 20%$"):
        dpsql.Job(**KEYS, delta={"max": given})


@pytest.mark.parametrize(
    ("keys", "in_python", "on_line"),
    [
        ({"foo": 1}, "help(dpsql.Job) explains all", "`dpsql schema` prints them all"),
        (
            {"algorithm": "cuts"},
            "cuts is {'mpalm': {'cuts': 'hierarchy'}}",
            "cuts is {mpalm: {cuts",
        ),
    ],
)
def test_keys_are_explained_in_the_words_of_the_caller(keys, in_python, on_line):
    with pytest.raises(ConfigError, match=re.escape(in_python)):
        dpsql.Job(**KEYS, delta={"max": 1}, **keys)
    with on_command_line(), pytest.raises(ConfigError, match=re.escape(on_line)):
        dpsql.Job(**KEYS, delta={"max": 1}, **keys)


def test_what_is_no_table_may_be_one_in_memory():
    for table in (5, pandas.DataFrame({"zip": ["1"]}).groupby("zip")):
        with pytest.raises(ConfigError, match=r"^public: give a path, .* pandas or polars table$"):
            dpsql.Job(**{**KEYS, "public": table})
    with on_command_line(), pytest.raises(ConfigError, match=r"^public: write .* name of a table$"):
        dpsql.Job(**{**KEYS, "public": 5})


def test_a_number_of_percent_is_written_as_one():
    told = "^deltas: the threshold is a probability: .* if you mean 20 percent, write 20% or 0.2$"
    with pytest.raises(ConfigError, match=told):
        dpsql.compare(JOB, deltas=[20])


@pytest.mark.parametrize("given", [1 / 3, 0.1 + 0.2])
def test_floats_that_were_computed_are_refused(given):
    with pytest.raises(ConfigError, match=r"a float is rounded: write Fraction\(1, 3\)"):
        dpsql.Job(**KEYS, delta={"max": given})


@pytest.mark.parametrize("given", [-0.1, 1.5, 2.0])
def test_floats_out_of_range_are_refused(given):
    with pytest.raises(ConfigError, match="between 0 and 1"):
        dpsql.Job(**KEYS, delta={"max": given})


def test_an_option_that_does_not_exist_is_told_with_the_one_that_was_meant():
    with pytest.raises(TypeError, match=r"no argument 'time_limits'; did you mean 'time_limit'\?"):
        dpsql.compare(JOB, time_limits=3)


@pytest.mark.parametrize(
    ("call", "words", "told"),
    [
        (
            dpsql.anonymize,
            {"overwrit": True},
            "anonymize has no argument 'overwrit'; did you mean 'o",
        ),
        (
            dpsql.frontier,
            {"delta": "1/5"},
            r"frontier has no argument 'delta'; it is a key of the job: write job.replace\(delta=",
        ),
        (
            dpsql.anonymize,
            {"out": "r.csv"},
            r"no argument 'out'; the job has the file, as its release: write job.replace\(release=",
        ),
        (dpsql.measure, {"level": {}}, "measure has no argument 'level'; did you mean 'levels'?"),
        (
            dpsql.compare,
            {"delta": ["5%"]},
            "compare has no argument 'delta'; did you mean 'deltas'?",
        ),
        (
            dpsql.explain,
            {"timelimit": 5},
            "explain has no argument 'timelimit'; did you mean 'time_limit'?",
        ),
    ],
)
def test_an_unknown_argument_is_compared_with_all_that_there_are(call, words, told):
    with pytest.raises(TypeError, match=told):
        call(JOB, **words)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (
            partial(dpsql.init, "p", owerwrite=1),
            "init has no argument 'owerwrite'; did you mean 'ov",
        ),
        (
            partial(dpsql.choose_delta, population=9),
            "choose_delta has no argument 'population'; there are 'counts', 'scenarios'; write"
            r" dpsql.choose_delta\(dpsql.Counts\(9, …\), \[dpsql.Scenario\(prior=…, cost=…,"
            r" acceptable=…\)\]\)$",
        ),
        (
            partial(dpsql.choose_delta, members=5, population=90, prior="0.1", cost=3),
            r".*write dpsql.choose_delta\(dpsql.Counts\(90, 5\),"
            r" \[dpsql.Scenario\(prior='0.1', cost=3, acceptable=…\)\]\)$",
        ),
        (
            partial(dpsql.choose_delta, JOB),
            r".*missing a required argument: 'scenarios'; write dpsql.choose_delta\(dpsql.Counts\("
            r"found.public_rows, found.private_rows\), .* with found = dpsql.check\(job\)$",
        ),
        (
            partial(dpsql.Job, TABLE, TABLE),
            "Job takes its keys by name: write public=…, private=…; dpsql.read_job reads the ",
        ),
    ],
)
def test_what_is_called_in_another_way_is_told_how(call, told):
    with pytest.raises(TypeError, match=f"^{told}"):
        call()


@pytest.mark.parametrize(
    ("package", "function"),
    [("report", "write_report"), ("sql", "script"), ("release", "anonymize")],
)
def test_a_package_that_is_called_names_the_function(package, function):
    """Once it is loaded, it stands in the place of the hint for an unknown name."""
    module = import_module(f"dpsql.{package}")
    assert getattr(dpsql, package) is module
    with pytest.raises(WrongCall, match=rf"^dpsql\.{package} is no function; did you"):
        getattr(dpsql, package)(JOB, "page.html")
    assert callable(getattr(dpsql, function))


VERIFIED = Verification(Release("r.csv", 5, ""), 9, {}, None)
RELEASED = OUTCOME.with_release(Release("r.csv", 5, ""))


def test_completion_offers_what_users_need():
    shown = {name for name in dir(RELEASED) if not name.startswith("_")}
    assert {"presence", "levels", "loss", "release", "to_html", "warnings", "rest"} <= shown
    assert not {"mends", "at_floor", "tell_to_compare", "with_release", "any_presence"} & shown


@pytest.mark.parametrize(
    ("owner", "meant"),
    [
        (RELEASED, {"data": "release.path", "to_csv": "release.path", "ok": "satisfied"}),
        (OUTCOME, {"data": "to_pandas", "head": "to_pandas().head", "file": "release.path"}),
        (OUTCOME, {"best": "levels", "plot": "plot_presence", "risk": "presence.maximum"}),
        (RELEASED, {"summary": "to_text", "best": "levels"}),
        (VERIFIED, {"summary": "to_text"}),
        (JOB, {"data": "public", "file": "release.path", "hierarchies": "quasi_identifiers"}),
    ],
)
def test_what_other_tools_call_by_another_name_is_told(owner, meant):
    for name, told in meant.items():
        with pytest.raises(AttributeError) as refused:
            getattr(owner, name)
        found = re.search(r"; did you mean '(.*)'\?$", str(refused.value))
        assert found is not None and found[1] == told, name


def test_signatures_and_help_list_the_shared_options():
    """Notebooks complete what `inspect.signature` lists."""
    parameters = inspect.signature(dpsql.anonymize).parameters
    assert {"overwrite", "levels", "connection", "time_limit"} <= parameters.keys()
    assert "options" not in parameters
    assert parameters["time_limit"].default == inf
    assert parameters["dump_sql"].annotation == "str | Path | None"
    assert "\n    max_nodes: the largest lattice to search" in inspect.getdoc(dpsql.check)
    assert re.search(
        r"^\(job: Job \| str \| Path, .* -> Released$", str(inspect.signature(dpsql.anonymize))
    )


def test_presence_that_nobody_counted_is_an_error_that_names_what_is_known():
    sure = ConfidentPresence(None, None, None, None, Fraction(1, 2), 0, 9, 9, ())
    found = dpsql.Outcome("measured", 9, 5, {}, sure, {})
    assert found.confident_presence is sure
    with pytest.raises(ConfigError, match="read confident_presence"):
        found.presence  # noqa: B018
    verified = Verification(Release("r.csv", 5, ""), 9, sure.to_dict(), None)
    with pytest.raises(ConfigError, match=r"nobody's presence is counted; read reached$"):
        verified.presence  # noqa: B018


def test_words_of_compare_are_told_as_a_job_has_them():
    for word, told in (
        ("levels", "levels is 'spalm' in a job"),
        ("cuts", "cuts is {'mpalm': {'cuts': 'hierarchy'}} in a job"),
        (
            "boxes",
            "boxes is {'mpalm': {'columns': 'any', 'values': 'loss'}} in a job",
        ),
        ("polled", "did you mean pooled?"),
    ):
        with pytest.raises(dpsql.InvalidJob, match=f"mondrian; {re.escape(told)}$"):
            JOB.replace(algorithm=word)
        if told.endswith("job"):
            words = yaml.safe_load(told.removeprefix(f"{word} is ").removesuffix(" in a job"))
            assert JOB.replace(algorithm=words).algorithm.words == find_algorithm(word)
            assert JOB.with_algorithm(word) == JOB.with_algorithm(words)
    beside = r"name spalm or pooled as well, as in dpsql\.frontiers\(job, \['spalm', 'cuts'\]\)"
    with pytest.raises(ConfigError, match=beside):
        dpsql.frontier(JOB, "cuts")


@pytest.mark.parametrize(
    "name", [name for name in dir(dpsql) if inspect.isfunction(getattr(dpsql, name))]
)
def test_help_of_each_function_shows_a_call_that_it_takes(name):
    function = getattr(dpsql, name)
    lines = re.findall(r"(?:Example: ``|>>> )(.+?)(?:``)?$", inspect.getdoc(function), re.MULTILINE)
    nodes = (node for line in lines for node in ast.walk(ast.parse(line)))
    call = next(
        node
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name
    )
    words = {one.arg: one.value for one in call.keywords}
    inspect.signature(function).bind(*call.args, **words)
    assert "Annotated" not in str(inspect.signature(function))


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("anonymise", "; did you mean 'anonymize'?"),
        ("sql", "; the function of this command is 'script'"),
        ("report", "; the function of this command is 'write_report'"),
        ("delta", "; the function of this command is 'choose_delta'"),
        ("nonsense", ""),
        ("__wrapped__", ""),
    ],
)
def test_an_unknown_name_of_the_package_knows_what_is_meant(name, hint):
    # The folders sql and report are attributes once they are loaded.
    with pytest.raises(AttributeError) as caught:
        dpsql.__getattr__(name)
    assert str(caught.value) == f"module 'dpsql' has no attribute {name!r}{hint}"
    # Python would suggest a second time.
    assert (caught.value.name, caught.value.obj) == (name, None)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: dpsql.read_job(TABLE), "path: give a path, not a DataFrame"),
        (
            lambda: dpsql.verify(JOB, RELEASED),
            r"release: give a path, not a Released; pass its release\.path$",
        ),
        (
            lambda: dpsql.verify(JOB, RELEASED.release),
            "release: give a path, not a Release; pass its path$",
        ),
        (
            lambda: dpsql.read_job("a: 41\nb: zz_secret"),
            "path: give a path, not the text of a job$",
        ),
        (lambda: dpsql.check("# zz_secret\nb: 41"), "path: give a path, not the text of a job$"),
        (lambda: dpsql.init("p.csv", where=TABLE), "where: give a text, not a DataFrame"),
        (lambda: dpsql.frequencies(TABLE, ["age"]), "table: give a path, not a DataFrame"),
        (
            lambda: dpsql.frequencies(polars.LazyFrame({"age": [41]}), ["age"]),
            r"table: give a path, not a LazyFrame; .*: frame\.collect\(\)\.write_parquet\(",
        ),
        (
            lambda: dpsql.init(polars.LazyFrame({"age": [41]}), TABLE),
            r"public: .*, not a LazyFrame; it is a plan .* pass its table: \.collect\(\)$",
        ),
        (lambda: dpsql.frequencies("p", TABLE["age"]), "columns: give a list, not a Series"),
        (lambda: dpsql.diff(TABLE, TABLE), "old: give a path, not a DataFrame"),
        (
            lambda: dpsql.diff("r", "r", above=TABLE),
            'above: give a number, such as "1/5", not a DataFrame',
        ),
        (lambda: dpsql.published_counts("p", TABLE, count="n"), "published: give a path, not a D"),
        (lambda: dpsql.verify(JOB, TABLE), "release: give a path, not a DataFrame"),
        (lambda: dpsql.sign_off(JOB, TABLE), "page: give a path, not a DataFrame"),
        (lambda: OUTCOME.to_html(TABLE), "path: give a path, not a DataFrame"),
        (lambda: OUTCOME.to_html(None), "path: give a path, not None"),
        (lambda: PICTURE.save(None), "path: give a path, not None"),
        (lambda: dpsql.dbt(JOB, TABLE), "folder: give a path, not a DataFrame"),
        (lambda: dpsql.choose(JOB, TABLE), "private_rows: give a whole number, not a DataFrame"),
        (lambda: dpsql.compare(JOB, TABLE), "job: give the path of a job file, .* a DataFrame"),
        (
            lambda: dpsql.counts(JOB, TABLE),
            'epsilon: give a number, such as "1/5", not a DataFrame',
        ),
        (
            lambda: dpsql.risks(JOB, threshold=TABLE),
            'threshold: give a number, such as "1/5", not a DataFrame',
        ),
        (lambda: dpsql.frontier(JOB, TABLE), "algorithm: write"),
        (lambda: dpsql.counts(JOB, 1, by=TABLE["age"]), "by: give a list, not a Series"),
        (lambda: dpsql.audit(JOB, samples="9"), "samples: give a whole number, not a str"),
        (lambda: dpsql.compare(JOB, gap="2%"), "gap: give a number, not a str"),
        (lambda: dpsql.check(JOB, watch=3), "watch: give a function, not an int"),
        (lambda: dpsql.check(JOB, progress=None), "progress: give True or False, not None"),
        (lambda: dpsql.check(JOB, max_nodes=1.5), "max_nodes: give a whole number, not a float"),
        (lambda: dpsql.choose_delta(9, 2), "counts: give a Counts, not an int"),
        (
            lambda: dpsql.choose_delta(dpsql.Counts(9, 2), [{"prior": 0.1, "cost": 3}]),
            r"scenarios: give a list of dpsql.Scenario, such as \[dpsql.Scenario\(.*, not a dict",
        ),
        (lambda: dpsql.Scenario([1], 1), 'prior: give a number, such as "1/5", not a list'),
        (lambda: dpsql.Scenario(1 / 3, 1), "prior must be exact, and a float is rounded"),
        (lambda: dpsql.PresenceBounds(0, 0.5), "maximum: give a Fraction, such as .* not a float"),
        (lambda: dpsql.presence_to_epsilon(1, 1), "delta: give a PresenceBounds, not an int"),
    ],
)
def test_what_has_a_wrong_type_is_named_by_its_type_alone(call, told):
    with pytest.raises(ConfigError, match=f"^{told}") as caught:
        call()
    assert "zz_secret" not in str(caught.value) and "41" not in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [
        {"private": {"path": Path("t.csv")}},
        {"release": {"path": Path("r.csv"), "count": "n"}},
        {"quasi_identifiers": {"zip": {"hierarchy": Path("zip.csv"), "delimiter": ";"}}},
        {"earlier": [Path("old.csv")]},
    ],
)
def test_a_path_of_python_is_one_wherever_a_job_names_a_file(words):
    def spell(value):
        if isinstance(value, dict):
            return {name: spell(one) for name, one in value.items()}
        if isinstance(value, list):
            return [*map(spell, value)]
        return str(value) if isinstance(value, Path) else value

    assert JOB.replace(**words) == JOB.replace(**spell(words))


def test_one_algorithm_and_one_bound_need_no_list():
    usual = "['a', 'b']"
    assert list_stated("algorithms", {"pooled": {"path": "root"}}, usual) == [
        {"pooled": {"path": "root"}}
    ]
    for one in ("5%", 0.05, Fraction(1, 20), Decimal("0.05")):
        assert list_stated("deltas", one, usual) == [one]
    for wrong in (True, None, {"5%"}):
        with pytest.raises(ConfigError, match=r"^deltas: write one, or a list such as"):
            list_stated("deltas", wrong, usual)


def test_a_prior_is_read_as_one_of_a_job_and_one_scenario_needs_no_list():
    exact = dpsql.epsilon_to_presence(1, Fraction(1, 10))
    assert all(dpsql.epsilon_to_presence(1, one) == exact for one in ("1/10", "10 %", 0.1))
    counts, one = dpsql.Counts(100, 4), dpsql.Scenario("7%", 10_000, 100, 200)
    assert dpsql.choose_delta(counts, one) == dpsql.choose_delta(counts, [one])


def test_a_level_is_a_whole_number_of_python_or_numpy():
    heights = {"zip": 3}
    assert node_at_levels(read_levels({"zip": np.int64(2)}), heights).levels == (2,)
    whole = "a level is a whole number, not a"
    for level, told in (
        (TABLE, f"{whole} DataFrame"),
        (True, "no level True"),
        (1.0, f"{whole} float"),
    ):
        with pytest.raises(ConfigError, match=f"levels 0 to 3, and .*{told}$"):
            node_at_levels(read_levels({"zip": level}), heights)


def test_a_query_of_duckdb_is_no_table_yet():
    with pytest.raises(dpsql.InvalidJob, match=r"public: .* pass its table: \.to_arrow_table\(\)"):
        dpsql.Job(**KEYS | {"public": duckdb.sql("SELECT 1 AS zip")})


def test_type_checkers_know_the_names_of_the_package_and_no_other():
    """They read what is imported for them, and see no `__getattr__`."""
    source = ast.parse(Path(dpsql.__file__).read_text(encoding="utf-8")).body
    named = {
        alias.asname
        for one in source
        if isinstance(one, ast.If)
        for found in one.body
        if isinstance(found, ast.ImportFrom)
        for alias in found.names
    }
    assert named | {"__version__"} == {*dpsql.__all__}
    assert "__getattr__" not in {getattr(one, "name", "") for one in source}


def test_what_functions_return_can_be_named_in_annotations():
    functions = [one for name in dpsql.__all__ if inspect.isfunction(one := getattr(dpsql, name))]
    returned = " ".join(str(inspect.unwrap(one).__annotations__["return"]) for one in functions)
    words = {word.rpartition(".")[2] for word in re.findall(r"[\w.]+", returned)}
    types = {word for word in words if word[:1].isupper()} - {"Path", "Job"}
    assert len(types) > 20
    assert types <= {*dpsql.results.__all__}


def test_errors_name_arguments_in_python_and_flags_on_the_command_line():
    with pytest.raises(ConfigError, match=r"^gap: write a share"):
        dpsql.compare(JOB, gap=2)
    with on_command_line(), pytest.raises(ConfigError, match=r"^--gap: write a share"):
        dpsql.compare(JOB, gap=2)


def test_values_as_keys_are_told_how_groups_are_written():
    groups = {"age": {32: "young", 44: "old"}}
    with pytest.raises(dpsql.InvalidJob, match=r"is a value, and no key; groups of values are \{"):
        dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers=groups)
