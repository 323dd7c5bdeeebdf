"""What lies between a run and a paper: whether model and data are of the paper's kind, and which departures the run does not share.

A verdict on a number needs its kind of data and, unless no model is asked for it, the paper's model. That a text is English Wikipedia
is told by its name; a treebank's scheme by its relations; CoNLL-2012 and GloVe by the format of the one and the name of the other.
"""

from headscope.reproduce.ours import Found, is_model
from headscope.reproduce.probed import ProbeRun
from headscope.reproduce.published import DEPENDENCY, Number, Paper
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.results.training import Training

# Ids of departures that leave no ground for a verdict, and how they are said.
OTHERS = {
    "model": "another model",
    "text": "another text",
    "treebank": "another treebank",
    "coreference": "another corpus",
    "vectors": "other word vectors",
    "seen": "tested on what was learned from",
}
OTHER_TEXTS = "other-texts"  # the id of what no file can tell: that it holds the paper's own sentences
STANFORD = frozenset({"dobj", "pobj", "prep", "nn", "auxpass", "nsubjpass"})  # what Universal Dependencies call otherwise
UNIVERSAL = frozenset({"obj", "case", "obl", "compound", "aux:pass", "nsubj:pass"})


def situation(paper: Paper, number: Number, run: Scores | ProbeRun, found: Found) -> tuple[str, ...]:
    """The ids of what is not as in the paper, for one number of one run."""
    manifest = run.manifest
    record = next((one for one in manifest.corpora if one.name == found.corpus), None)
    ids = [] if number.model_free or is_model(paper, manifest.model, number.model) else ["model"]
    if number.part == "text" and not (record is not None and is_wikipedia(record)):
        ids.append("text")
    if number.part in ("treebank", "probes") and not is_stanford(_relations(run, found.corpus)):
        ids.append("treebank")
    if number.part == "coreference" and not (record is not None and record.format == "conll2012"):
        ids.append("coreference")
    if number.way.words and "glove" not in str(manifest.options.get("embeddings", "")).lower():
        ids.append("vectors")
    learns = isinstance(run, ProbeRun) and number.way.probe not in ("", "right-branching")
    if learns and (training := Training.of(manifest)) is not None and training.split == "none":
        ids.append("seen")
    if learns and manifest.corpora[0].units < (paper.number("training").notebook or 0):
        ids.append("sentences")
    return (*ids, "limit") if manifest.options.get("limit") else tuple(ids)


def is_wikipedia(record: CorpusRecord) -> bool:
    """Whether a plain text says that it is from Wikipedia: its name, or the path as typed, holds `wiki`."""
    return record.format == "plain" and "wiki" in f"{record.name} {record.origin}".lower()


def is_stanford(relations: frozenset[str]) -> bool:
    """Whether a treebank's relations are those of Stanford Dependencies.

    >>> is_stanford(frozenset({"nsubj", "dobj"})), is_stanford(frozenset({"nsubj", "obj", "case"})), is_stanford(frozenset())
    (True, False, False)
    """
    return bool(relations & STANFORD) and not relations & UNIVERSAL


def unshared(paper: Paper, number: Number, manifest: Manifest) -> tuple[str, ...]:
    """The departures of the published code from the paper, of those that bear on a number, that the run did not choose too."""
    return tuple(id for id in number.departures if not _shares(manifest, dict(paper.departures[id].options)))


def _shares(manifest: Manifest, options: dict[str, str]) -> bool:
    if "as_published" in options:
        return bool(manifest.options.get("as_published"))
    return bool(options) and all(manifest.options.get(name) == value for name, value in options.items())


def _relations(run: Scores | ProbeRun, corpus: str) -> frozenset[str]:
    if isinstance(run, ProbeRun):
        return run.relations
    return frozenset(s.key for s in run.tally if (s.corpus, s.measure) == (corpus, DEPENDENCY) and run.tally.groups(s))
