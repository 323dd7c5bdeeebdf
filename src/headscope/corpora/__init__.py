"""Text → documents."""

from headscope.corpora.corpus import CORPORA, Corpus, open_corpora, open_corpus
from headscope.corpora.formats import FORMATS

__all__ = ["CORPORA", "FORMATS", "Corpus", "open_corpora", "open_corpus"]
