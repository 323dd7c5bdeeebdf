"""Text → documents."""

from headscope.corpora.corpus import CORPORA, FORMATS, Corpus, open_corpus

__all__ = ["CORPORA", "FORMATS", "Corpus", "open_corpus"]
