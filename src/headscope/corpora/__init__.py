"""Text → documents."""

from headscope.corpora.corpus import BESIDE, CORPORA, Corpus, MadeCorpus, open_corpora, open_corpus
from headscope.corpora.formats import FORMATS

__all__ = ["BESIDE", "CORPORA", "FORMATS", "Corpus", "MadeCorpus", "open_corpora", "open_corpus"]
