"""What there is to choose from: measures, probes, tables, figures, views, models, corpora, switches, each list a table.

Each list imports what it is of when it is made: most need no torch.
"""

from collections.abc import Callable

from headscope.errors import unknown_name
from headscope.tables.table import Table


def listing(kind: str) -> Table:
    """The list of that kind.

    >>> listing("views").rows[0][0]
    'head'
    """
    if kind not in LISTS:
        raise unknown_name("list", kind, LISTS)
    return LISTS[kind]()


def _measures() -> Table:
    from headscope.measures import MEASURES

    made = [cls() for _, cls in MEASURES.items()]
    rows = [(m.name, m.unit, ", ".join(m.keys) or "the corpus's relations", m.formula, m.title) for m in made]
    return Table("", ("measure", "unit", "keys", "formula", "what"), list(rows), least=("unit", "formula"))


def _tables() -> Table:
    from headscope.tables import TABLES

    return Table("", ("table", "what"), [(name, kind.what) for name, kind in TABLES.items()])


def _figures() -> Table:
    from headscope.figures import CARD, FIGURES

    return Table("", ("figure", "what"), [*((name, entry.what) for name, entry in FIGURES.items()), CARD])


def _probes() -> Table:
    from headscope.probes import PROBES, STRUCTURAL

    rows = [(name, " ".join((probe.__doc__ or "").split("\n\n")[0].split())) for name, probe in PROBES.items()]
    return Table("", ("probe", "what"), [*rows, (STRUCTURAL, "an undirected tree from distances between hidden vectors")])


def _views() -> Table:
    from headscope.views import VIEWS

    return Table("", ("view", "what"), list(VIEWS.items()))


def _models() -> Table:
    from huggingface_hub import scan_cache_dir
    from huggingface_hub.errors import CacheNotFound

    from headscope.models.bundled import DEFAULT, WHAT

    rows = [(name, "bundled", f"{what}{'; the default' if name == DEFAULT else ''}") for name, what in WHAT.items()]
    try:
        cached = sorted(repo.repo_id for repo in scan_cache_dir().repos if repo.repo_type == "model")
    except CacheNotFound:
        cached = []
    rows += [(name, "Hub cache", "already on this machine") for name in cached]
    return Table("", ("model", "where", "what"), list(rows))


def _corpora() -> Table:
    from headscope.corpora import CORPORA, FORMATS, open_corpus

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


def _switches() -> Table:
    from headscope.runs.variants import CHOICES, option

    rows = [
        (option(name), value, what, "default" if value == choice.default else "", "yes" if value == choice.published else "")
        for name, choice in CHOICES.items()
        for value, what in choice.words.items()
    ]
    return Table("", ("switch", "value", "what", "default", "as_published"), list(rows))


LISTS: dict[str, Callable[[], Table]] = {
    "measures": _measures,
    "models": _models,
    "corpora": _corpora,
    "tables": _tables,
    "figures": _figures,
    "views": _views,
    "probes": _probes,
    "switches": _switches,
}
