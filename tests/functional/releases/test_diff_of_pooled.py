"""What `diff` says of pooled releases, in words and not by keys of the manifest."""


def test_claims_of_a_pooled_release_have_names(example, run):
    text = example.read_text()
    for algorithm in ("pooled", "spalm"):
        lines = [one for one in text.splitlines() if not one.startswith(("algorithm:", "release:"))]
        said = [f"algorithm: {algorithm}", f"release: {algorithm}.csv"]
        example.write_text("\n".join([*lines, *said, ""]))
        assert run("anonymize", example).exit_code == 0
    releases = [example.with_name(f"{one}.csv") for one in ("pooled", "spalm")]
    told = run("diff", *releases).stdout
    assert "people who settle together, at least" in told
    assert "public_rows" not in told
