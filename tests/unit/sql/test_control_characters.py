"""What steers a terminal stands in no script, tree or JSON, and passwords in no message."""

import json

import duckdb
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlglot import exp

import dpsql
from dpsql.cli.terminal.command_output import _write_json
from dpsql.domain.levels.hierarchy import nest
from dpsql.domain.sections.source import Source
from dpsql.errors import ConfigError, DpsqlError
from dpsql.hierarchies.nested import write_tree
from dpsql.inputs.addresses import find_addresses
from dpsql.sql.tables.predicate import _LOOKS_LIKE_A_NUMBER, parse_predicate
from dpsql.warehouses.dialects import WAREHOUSES
from dpsql.warehouses.scripts.script import write_script

CONTROLS = "\x01\x07\x1b[31m\r\n\t\x7f\x9b\u200f\u202e\u2066\u2028\ufeff"


def is_shown(text):
    return all(c.isprintable() or c == "\n" for c in text)


@settings(deadline=None)
@given(st.text(alphabet=st.one_of(st.sampled_from(CONTROLS), st.characters(codec="utf-8"))))
@example(CONTROLS)
def test_a_text_in_a_script_stays_what_it_is_and_shows_no_control(text):
    if "\0" in text:
        return
    written = WAREHOUSES["duckdb"].write(exp.select(exp.Literal.string(text)))
    assert not [c for c in written if not c.isprintable() and c != "\n" and not c.isspace()]
    assert duckdb.connect().execute(written).fetchone() == (text,)


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_no_script_holds_a_control_character(dialect):
    tree = {"tree": {"a\x1b[2J": ["x", "y\nDROP"], "b": ["z\r"]}}
    job = dpsql.Job(public="p\x1b\u202e.csv", private="t.csv", quasi_identifiers={"zip": tree})
    script = write_script(job, dialect, {"zip": 1})
    assert is_shown(str(script))
    assert "DROP'" in str(script)


@pytest.mark.parametrize("dialect", ["spark", "databricks", "redshift"])
def test_what_a_dialect_cannot_spell_is_refused(dialect):
    with pytest.raises(ConfigError, match=r"U\+202E, which"):
        WAREHOUSES[dialect].write(exp.select(exp.Literal.string("a\u202e")))


@pytest.mark.parametrize("dialect", WAREHOUSES)
@pytest.mark.parametrize("character", CONTROLS)
def test_a_name_with_a_control_character_is_refused(dialect, character):
    if character.isprintable():
        return
    job = dpsql.Job(public="p", private="t", quasi_identifiers={f"a{character}": {"prefix": [1]}})
    with pytest.raises(ConfigError, match=r"name holds U\+"):
        write_script(job, dialect)


def test_trees_and_json_escape_what_is_not_printed():
    hierarchy = nest(
        [(1, ("x\u202e", f"a{CONTROLS}")), (2, ("y", "b"))], "zip", nulls_are_leaves=False
    )[0]
    text = write_tree(hierarchy)
    assert is_shown(text)
    assert yaml.safe_load(text)["tree"] == {f"a{CONTROLS}": ["x\u202e"], "b": ["y"]}
    written = _write_json({"a": CONTROLS})
    assert written.isprintable()
    assert json.loads(written) == {"a": CONTROLS}


SECRETS = st.text(
    alphabet=st.one_of(
        st.sampled_from("/ @:?=#'\"\\;&%\n"), st.characters(codec="utf-8", exclude_characters="\0")
    )
).map(lambda text: f"s3cret{text}s3cret")


@settings(deadline=None)
@given(SECRETS)
@example("s3cret: /?=' s3cret")
@example("s3cret: s3cret")
def test_no_message_holds_a_password(secret):
    quoted = "'" + secret.replace("\\", "\\\\").replace("'", "\\'") + "'"
    # What follows a blank in the query of an address is the message.
    signature = "".join(secret.split())
    for address in (
        f"postgresql://me:{secret}@host/db",
        f"/jobs/postgresql:/me:{secret}@host/db",
        f"https://me:{secret}@host/p.parquet?sig={signature}",
        f"host=db password={quoted} user=me",
        f"host=db user=me PASSWORD = {quoted}",
    ):
        for message in (f"{address}: no such file", f"no file {address}", f"{address} is none"):
            assert "s3cret" not in str(DpsqlError(message))


@settings(deadline=None)
@given(SECRETS, st.sampled_from(["https", "s3", "postgresql"]))
def test_an_address_with_a_password_is_refused_and_in_no_script(secret, scheme):
    words = f"{scheme}://me:{secret}@host/p.parquet"
    with pytest.raises(ConfigError) as refused:
        find_addresses(Source(words=words), words)
    assert "s3cret" not in str(refused.value)


def test_the_name_of_a_table_holds_no_password():
    for words in ("postgresql://u:pa/ss wd@host/db", "host=db password='pa/ss wd'"):
        job = dpsql.Job(public=words, private="t", quasi_identifiers={"a": {"prefix": [1]}})
        try:
            text = str(write_script(job, "duckdb"))
        except ConfigError as error:
            text = str(error)
        assert "ss wd" not in text


@pytest.mark.parametrize("text", [" " * 100_000, " OR ".join(["a = 1"] * 20_000), "(" * 100_000])
def test_a_long_predicate_is_refused_at_once(text):
    """It would take minutes."""
    with pytest.raises(ConfigError, match="characters, and at most 10,000 are read"):
        parse_predicate(text)


@pytest.mark.parametrize("text", ["1" * 100_000 + "x", "1e" * 50_000, " " * 100_000, "1 " * 50_000])
def test_patterns_on_long_texts_end(text):
    assert not _LOOKS_LIKE_A_NUMBER.fullmatch(text + "x")
    assert str(DpsqlError(f"x:/{text}@")) == "x:/…@"


@pytest.mark.parametrize("text", ["://?", "://", "://;", ":/ ", "://?…", ";a", "password"])
def test_secrets_in_a_long_message_are_hidden_at_once(text):
    assert len(str(DpsqlError("x" + text * 25_000))) < 3000
