"""The certificate of runs that are there, and its forms. Needs no model and no torch; `reproduce` makes the runs."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from headscope import console
from headscope.api.screen import print_table
from headscope.errors import unknown_name
from headscope.reproduce import PAPERS, Certificate, certificate
from headscope.reproduce.folders import MARKDOWN, read_runs, write
from headscope.reproduce.published import PARTS
from headscope.tables.certificate import FORMS, certificate_table, markdown


def check_asked(paper: str, parts: Sequence[str] | None = None, form: str = FORMS[0]) -> None:
    """Raises where a paper, a part of it or a form of the certificate is unknown."""
    PAPERS[paper]
    if form not in FORMS:
        raise unknown_name("format", form, FORMS)
    for name in parts or ():
        if name not in PARTS:
            raise unknown_name("part", name, PARTS)


def from_runs(folders: Iterable[str | Path], paper: str = "clark2019") -> Certificate:
    """The certificate of runs that are there; needs no model."""
    return certificate(*read_runs(folders), name=paper)


def print_certificate(made: Certificate, form: str = FORMS[0]) -> None:
    """As `table`, `markdown`, `csv` or `json`, to standard output."""
    if form == "markdown":
        console.data(markdown(made))
    else:
        print_table(certificate_table(made), form)


def write_certificate(made: Certificate, folder: str | Path) -> Path:
    """Writes it beside its runs, as Markdown and Parquet; returns the Markdown's path."""
    write(folder, made, markdown(made))
    return Path(folder) / MARKDOWN
