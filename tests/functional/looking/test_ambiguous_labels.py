"""``check`` and ``anonymize`` warn of a label that is also another value: a reader cannot tell."""

import pytest

WARNED = "also a value, and stands for other values, too: in a release it can be either"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("{tree: {m: [m, M], w: [f, F]}}", f"sex: label 'm' is {WARNED}"),
        ("{tree: {men: [m, M], f: [f], F: [F]}}", ""),
        # Labels of a file are not of the job.
        ("sex.csv", f"sex: 1 label is {WARNED}"),
    ],
)
def test_a_label_that_is_another_value_is_warned_of(tmp_path, monkeypatch, run, rule, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.csv").write_text("sex\n" + "m\nM\nf\nF\n" * 5)
    (tmp_path / "t.csv").write_text("sex\nm\nM\nf\nF\n")
    (tmp_path / "sex.csv").write_text("m,m\nM,m\nf,women\nF,women\n")
    (tmp_path / "job.yaml").write_text(
        f"public: p.csv\nprivate: t.csv\nquasi_identifiers:\n  sex: {rule}\n"
        "delta: {max: 1/2}\nrelease: r.csv\n"
    )
    for command in ("check", "anonymize"):
        ended = run(command, "job.yaml", "--json")
        assert ended.exit_code == 0
        assert told in ended.stderr
        assert ended.stderr.count("can be either") == bool(told)
