"""The code of the documents is run."""

import doctest
from pathlib import Path

import pytest

import quirkat

ROOT = Path(__file__).parents[3]
DOCUMENTS = ["crates/python/README.md", "docs/tutorial/python.md"]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_code_of_a_document_gives_its_results(document, tmp_path, monkeypatch):
    text = (ROOT / document).read_text(encoding="utf-8").replace("```", "\n")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(text, {}, document, document, 0)
    assert len(test.examples) >= 5
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not report, "".join(report)


def test_docstrings_are_true():
    assert doctest.testmod(quirkat).failed == 0
