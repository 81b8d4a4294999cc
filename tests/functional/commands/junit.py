"""What readers of JUnit XML expect of a file: those of GitLab, Jenkins and actions of GitHub."""

from pathlib import Path
from xml.etree import ElementTree

_OF_SUITES = {"name", "time", "tests", "failures", "errors"}
_OF_CASE = {"name", "classname", "file", "time"}
_PROBLEMS = {"failure": {"message", "type"}, "error": {"message", "type"}, "skipped": {"message"}}


def read_cases(file: Path) -> dict[str, tuple[str, str]]:
    """The cases of a file that keeps to the structure: name, what is wrong and what is said."""
    assert file.stat().st_mode & 0o777 == 0o600
    root = ElementTree.fromstring(file.read_bytes())
    assert (root.tag, set(root.attrib)) == ("testsuites", _OF_SUITES)
    (suite,) = root
    assert (suite.tag, set(suite.attrib)) == ("testsuite", {*_OF_SUITES, "skipped"})
    found = {}
    for case in suite:
        assert (case.tag, set(case.attrib)) == ("testcase", _OF_CASE)
        assert case.get("classname").count(".") == 2
        assert float(case.get("time")) >= 0
        assert len(case) <= 1
        problem, message = "", ""
        for child in case:
            assert set(child.attrib) == _PROBLEMS[child.tag]
            problem, message = child.tag, child.get("message")
            assert message
            assert (child.text or "") in (message, "" if child.tag == "skipped" else message)
        assert case.get("name") not in found
        found[case.get("name")] = problem, message
    counts = {"tests": len(found)}
    for word, problem in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        counts[word] = sum(one == problem for one, _ in found.values())
    assert {word: int(suite.get(word)) for word in counts} == counts
    del counts["skipped"]
    assert {word: int(root.get(word)) for word in counts} == counts
    assert float(root.get("time")) == float(suite.get("time"))
    return found
