"""A command as JUnit XML, which CI servers read: a test suite with a test case per demand.

Pure: it is written from the JSON that a command prints. A failure is a demand of the job that the
tables do not satisfy; an error is a problem that ended the command before a verdict; skipped is a
demand that was not judged. The file contains counts and fractions, no value of T, and values of P
only with --show-public.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal
from xml.etree import ElementTree

from dpsql.report.infeasible import tell_infeasible
from dpsql.report.sentences import tell_together

#: Characters that XML 1.0 cannot contain, not even as a reference.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: The beginning of a file that the next run may replace.
BEGINNING = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="dpsql"'


@dataclass(frozen=True)
class Case:
    """A test case: its name, and what is wrong with it, unless it passes."""

    name: str
    problem: Literal["failure", "error", "skipped"] | None = None
    kind: str = ""
    message: str = ""


@dataclass(frozen=True)
class Suite:
    """The cases of one command on one job file."""

    command: str
    job: str
    cases: Sequence[Case]
    seconds: float = 0.0


def write_suite(suite: Suite) -> str:
    """Return the file: ``testsuites`` with one ``testsuite``, its counts and its cases."""
    counts = {"tests": str(len(suite.cases))}
    for word, problem in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        counts[word] = str(sum(case.problem == problem for case in suite.cases))
    took = {"time": f"{suite.seconds:.3f}"}
    title = _clean(f"dpsql {suite.command} {suite.job}")
    whole = {word: count for word, count in counts.items() if word != "skipped"}
    root = ElementTree.Element("testsuites", {"name": "dpsql", **whole, **took})
    element = ElementTree.SubElement(root, "testsuite", {"name": title, **counts, **took})
    # CI servers take dots in the name of a class for folders.
    home = _clean(f"dpsql.{suite.command}.{PurePath(suite.job).stem.replace('.', '_')}")
    for number, case in enumerate(suite.cases):
        # The time of the whole command is stated at the first case.
        time = took["time"] if number == 0 else "0.000"
        words = {"name": _clean(case.name), "classname": home, "file": _clean(suite.job)}
        told = ElementTree.SubElement(element, "testcase", {**words, "time": time})
        if case.problem == "skipped":
            ElementTree.SubElement(told, "skipped", {"message": _clean(case.message)})
        elif case.problem is not None:
            said = {"message": _clean(case.message), "type": _clean(case.kind)}
            ElementTree.SubElement(told, case.problem, said).text = _clean(case.message)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f"{BEGINNING.partition(chr(10))[0]}\n{text}\n"


def judge_cases(found: Mapping[str, Any]) -> Iterator[Case]:
    """A case for each of the models in the JSON of a command."""
    for model in found.get("models", ()):
        name = f"{model['name']} {model['asked']}"
        if model["holds"] is None:
            yield Case(name, "skipped", message="not judged by this command")
        elif model["holds"]:
            yield Case(name)
        else:
            yield Case(name, "failure", "NotSatisfied", _tell_failure(found, model))


def _tell_failure(found: Mapping[str, Any], model: Mapping[str, Any]) -> str:
    name, asked, rows = model["name"], model["asked"], f"{found['public_rows']:,}"
    if "presence" not in found and name in ("posterior min", "posterior max"):
        return f"{name} {asked} cannot hold: {tell_infeasible(found)}"
    if "presence" not in found:
        return (
            f"{name} {asked} cannot hold: not even total suppression keeps to it, where all"
            f" {rows} rows of P are one class with {found['private_rows']:,} rows of T"
        )
    if name == "together":
        return (
            f"for who has the earlier releases, too, presence is not known to lie within {asked}:"
            f" {tell_together(found['together'])}"
        )
    broken = model["broken_classes"]
    whose = "T" if name in ("l_diversity", "t_closeness") else "P"
    classes = f"class of {whose} breaks" if broken == 1 else f"classes of {whose} break"
    which = f"{broken:,} {classes} it; P has {rows} rows"
    if name == "delta max":
        return f"the greatest presence is {found['presence']['max']}, more than {asked}: {which}"
    if name == "delta min":
        return f"the least presence is {found['presence']['min']}, less than {asked}: {which}"
    return f"{name} {asked} does not hold: {which}"


def _clean(text: str) -> str:
    """Replace characters that XML cannot contain by U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", text)
