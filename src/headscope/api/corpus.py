"""Texts, annotated or not, and images to measure on."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from headscope.corpora import Corpus, open_corpora, open_corpus
from headscope.runs.progress import telling

CorpusLike: TypeAlias = Corpus | str | Path


def open_sources(
    given: CorpusLike | Sequence[CorpusLike], *, skip_broken: bool = False, bounds: str | None = None, progress: bool = False
) -> list[Corpus]:
    """What was given, opened: one or several, texts or images. The bundled corpus brings its annotated part. With `progress`, one hears
    how far the copy of a corpus that lies elsewhere is."""
    specs = [given] if isinstance(given, Corpus | str | Path) else list(given)
    if specs and all(isinstance(one, str | Path) for one in specs):
        from headscope.models.images.patches import holds_images, open_images  # of use to few, and needs torch

        if all(holds_images(str(one)) for one in specs):
            return [open_images(str(one)) for one in specs]
    return open_corpora(specs, skip_broken=skip_broken, bounds=bounds, told=telling(progress))


__all__ = ["Corpus", "CorpusLike", "open_corpus", "open_sources"]
