"""headscope list: what there is to choose from."""

from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o
from headscope.errors import unknown_name

if TYPE_CHECKING:
    from headscope.tables.table import Table


def list_(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="measures, probes, tables, figures, views, models or corpora.")],
    format: o.Format = "table",
) -> None:
    """List the measures, probes, tables, figures or views, the models on this machine, or the corpora and their formats."""
    makers = {"measures": _measures, "models": _models, "corpora": _corpora, "tables": _tables, "figures": _figures}
    makers |= {"views": _views, "probes": _probes}
    if kind not in makers:
        raise unknown_name("list", kind, makers)
    typer.echo(makers[kind]().to(format), nl=False)


def _measures() -> "Table":
    from headscope.measures import MEASURES
    from headscope.tables.table import Table

    made = [cls() for _, cls in MEASURES.items()]
    rows = [(m.name, m.unit, ", ".join(m.keys) or "the corpus's relations", m.formula, m.title) for m in made]
    return Table("", ("measure", "unit", "keys", "formula", "what"), list(rows))


def _tables() -> "Table":
    from headscope.tables import TABLES
    from headscope.tables.table import Table

    return Table("", ("table", "what"), [(name, kind.what) for name, kind in TABLES.items()])


def _figures() -> "Table":
    from headscope.figures import FIGURES
    from headscope.tables.table import Table

    return Table("", ("figure", "what"), [(name, entry.what) for name, entry in FIGURES.items()])


def _probes() -> "Table":
    from headscope.probes import PROBES, STRUCTURAL
    from headscope.tables.table import Table

    rows = [(name, " ".join((probe.__doc__ or "").split("\n\n")[0].split())) for name, probe in PROBES.items()]
    return Table("", ("probe", "what"), [*rows, (STRUCTURAL, "an undirected tree from distances between hidden vectors")])


def _views() -> "Table":
    from headscope.tables.table import Table
    from headscope.views import VIEWS

    return Table("", ("view", "what"), list(VIEWS.items()))


def _models() -> "Table":
    from huggingface_hub import scan_cache_dir
    from huggingface_hub.errors import CacheNotFound

    from headscope.tables.table import Table

    rows = [("bundled", "inside the package", "BERT 8×8: 8 layers of 8 heads, English, 10.8 M parameters")]
    try:
        cached = sorted(repo.repo_id for repo in scan_cache_dir().repos if repo.repo_type == "model")
    except CacheNotFound:
        cached = []
    rows += [(name, "Hub cache", "already on this machine") for name in cached]
    return Table("", ("model", "where", "what"), list(rows))


def _corpora() -> "Table":
    from headscope.corpora import CORPORA, FORMATS, open_corpus
    from headscope.tables.table import Table

    rows = []
    for name in CORPORA:
        corpus = open_corpus(name)
        documents = list(corpus.documents())
        words = sum(len(p.split()) for d in documents for p in d.paragraphs)
        rows.append(
            (name, "corpus", f"{len(documents)} documents, {words:,} words, in {', '.join(p.stem for p in corpus.files)}")
        )
    rows += [(f"{name}:PATH", "format", what) for name, what in FORMATS.items()]
    return Table("", ("name", "kind", "what"), list(rows))
