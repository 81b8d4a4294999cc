"""What newcomers do wrong first: the message has the mend."""

import pytest


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("metric: loss", "keep: lab", "keep: write a list, such as [lab]"),
        ("age: age.csv", "age: 10", "for intervals of so many write {widths: [10]}"),
        ("max: 2/3", "max: 6e-1", "delta.max: the threshold: an exponent is not read; write 0.6"),
        ("metric: loss", "algorithm: [mpalm]", "algorithm: write algorithm: mpalm"),
    ],
)
def test_words_of_a_job(example, run, edit, old, new, told):
    edit(example, old, new)
    ended = run("check", example)
    assert ended.exit_code == 2
    assert told in ended.complaint


def test_a_folder_and_an_empty_file_are_no_jobs(example, run):
    folder = example.parent
    told = f"{folder} is a folder; name the job file in it, such as {example}"
    assert told in run("check", folder).complaint
    example.write_text("# nothing\n", encoding="utf-8")
    assert "the job file is empty; dpsql init P T writes a first" in run("check", example).complaint
    example.unlink()
    assert run("check", folder).complaint.endswith("name the job file in it")


@pytest.mark.parametrize("sign", [" ", ":"])
def test_a_file_whose_columns_no_known_sign_parts(example, run, sign):
    public = example.parent / "public.csv"
    public.write_text(public.read_text(encoding="utf-8").replace(",", sign), encoding="utf-8")
    told = "its first line holds 'zip' and more as one name: save the file with , ; | or a tab"
    assert told in run("check", example).complaint


def test_names_without_their_accents(example, run, edit):
    for file in ("public.csv", "private.csv"):
        edit(example.parent / file, "nationality", "nationalité")
    edit(example, "nationality", "Nationalite")
    assert "no column 'Nationalite'; did you mean 'nationalité'?" in run("check", example).complaint


def test_values_that_a_hierarchy_lacks(example, run, edit):
    ages = example.parent / "age.csv"
    lines = ages.read_text(encoding="utf-8").splitlines()
    ages.write_text("\n".join(lines[1:]) + "\n", encoding="utf-8")
    assert "add them to its file, table or tree, with" in run("check", example).complaint
    ages.write_text("\n".join(line.replace(";", ":") for line in lines) + "\n", encoding="utf-8")
    assert "put ; or , between the levels of a row" in run("check", example).complaint
