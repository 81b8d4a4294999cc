"""The exit codes that each command lists are those with which faults of its files end it."""

import re
import shutil
from itertools import count

import pytest

from dpsql.cli.terminal.manual import MANUALS
from dpsql.inputs import find

#: A line per way in which a command reads its files.
LINES = [
    "demo --into example",
    "init public.csv private.csv -o first.yaml",
    "check job.yaml",
    "schema",
    "measure job.yaml --release release.csv",
    "report job.yaml -o report.html --sign-off",
    "risks job.yaml --threshold 1/20",
    "risks job.yaml --release release.csv",
    "delta --job job.yaml --prior 0.6 --cost 10000 --acceptable 500",
    "compare job.yaml",
    "frontier job.yaml",
    "lattice job.yaml",
    "least-k job.yaml",
    "choose job.yaml",
    "anonymize job.yaml --overwrite",
    "verify job.yaml",
    "verify job.yaml release.csv --foreign",
    "diff last-year.csv release.csv",
    "diff last-year.csv release.csv --job job.yaml",
    "explain job.yaml",
    "audit job.yaml",
    "certify job.yaml -o new.json",
    "certify job.yaml --check proof.json",
    "sql job.yaml",
    "sql job.yaml --manifest release.csv.manifest.json",
    "dbt job.yaml project",
    "dbt job.yaml project --manifest release.csv.manifest.json",
    "frequencies private.csv --by zip,age",
    "counts job.yaml --epsilon 1 --by nationality --levels nationality=1 --ledger ledger.json",
    "ledger ledger.json",
    "published-counts areas.csv published.csv --people people --count cases --delta-max 1/20",
    "hierarchy build --values public.csv --column zip --prefix 4,2",
    "hierarchy export job.yaml zip",
    "hierarchy tree zip.csv",
    "hierarchy lint zip.csv --values public.csv --column zip",
    "hierarchy show zip.csv",
]
#: What another test shows: that another run holds the release or the ledger.
SHOWN_ELSEWHERE = {8}


def edit(folder, name, old, new):
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")


def damage_tables(folder, _):
    for name in ("public", "private", "areas", "zip"):
        with (folder / f"{name}.csv").open("ab") as file:
            file.write(b"\xfc,\xe4,\xff\n")
    (folder / "ledger.json").write_text("{}", encoding="utf-8")


def ask_for_too_much(folder, _):
    edit(folder, "job.yaml", "{min: 1/2, max: 2/3}", "{max: 1/100}")
    edit(folder, "job.yaml", "metric: loss", "metric: loss\nconstraints: {k_map: 10}")
    edit(folder, "published.csv", "A,15", "A,150")


def damage_releases(folder, _):
    for name in ("release.csv.manifest.json", "last-year.csv.manifest.json", "proof.json"):
        (folder / name).write_text("{}", encoding="utf-8")


def name_a_damaged_one(folder, _):
    edit(folder, "job.yaml", "metric: loss", "metric: loss\nearlier: [last-year.csv]")
    (folder / "last-year.csv").write_text("zip,age,nationality\n", encoding="utf-8")


def change_inputs(folder, monkeypatch):
    """Each look at a file finds another state of it."""
    states = count()
    monkeypatch.setattr(
        find, "_states", lambda paths: ((path, next(states), 0, 0, 0) for path in paths)
    )


#: Each fault, and what a line that meets it has; to run the others would show nothing.
FAULTS = {
    damage_tables: [""],
    ask_for_too_much: ["job.yaml", "published"],
    damage_releases: ["release", "last-year", "proof", "verify", "anonymize", "report", "least-k"],
    name_a_damaged_one: ["job.yaml", "last-year"],
    change_inputs: [""],
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A folder with sound files, to copy; filled by the first test that needs it."""
    return tmp_path_factory.mktemp("sound")


@pytest.fixture
def folder(sound, example, run, monkeypatch):
    home = example.parent
    if not any(sound.iterdir()):
        monkeypatch.chdir(home)
        (home / "areas.csv").write_text("area,people\nA,900\nB,400\n", encoding="utf-8")
        (home / "published.csv").write_text("area,cases\nA,15\nB,3\n", encoding="utf-8")
        assert run("anonymize", "job.yaml").exit_code == 0
        assert run("certify", "job.yaml", "-o", "proof.json").exit_code == 0
        assert run("ledger", "ledger.json", "--budget", "5").exit_code == 0
        for end in ("", ".manifest.json"):
            shutil.copyfile(f"release.csv{end}", f"last-year.csv{end}")
        shutil.copytree(home, sound, dirs_exist_ok=True)
    return sound


def list_codes(name):
    return {int(code) for code in re.findall(r"(?:^|, )(\d) ", MANUALS[name].codes)}


def list_lines(name):
    return [line for line in LINES if f"{line} ".startswith(f"{name} ")]


@pytest.mark.parametrize("name", MANUALS)
def test_a_command_lists_the_codes_with_which_it_ends(name, folder, tmp_path, run, monkeypatch):
    given = {run(*name.split(), "--no-such-option").exit_code}
    for fault, words in FAULTS.items():
        for line in list_lines(name):
            if not any(word in line for word in words):
                continue
            shutil.rmtree(tmp_path / "now", ignore_errors=True)
            home = shutil.copytree(folder, tmp_path / "now")
            monkeypatch.chdir(home)
            with monkeypatch.context() as patch:
                fault(home, patch)
                given.add(run(*line.split()).exit_code)
    assert given - {0} == list_codes(name) - SHOWN_ELSEWHERE
