"""A value without a place, in tables whose rows stand for several people."""


def test_people_are_counted_and_not_rows(run, tmp_path):
    (tmp_path / "p.csv").write_text("sex,people\nf,400\nm,500\ntotal,900\n")
    (tmp_path / "t.csv").write_text("sex,cases\nf,4\nm,5\n")
    job = tmp_path / "job.yaml"
    job.write_text(
        "public: {path: p.csv, count: people}\nprivate: {path: t.csv, count: cases}\n"
        "quasi_identifiers: {sex: {tree: {'*': [f, m]}}}\ndelta: {max: 1/2}\n"
    )
    ended = run("check", job)
    assert ended.exit_code == 3
    assert "hierarchy of sex: 1 value of P (900 people) has no place in it" in ended.complaint
