"""What a run would do, and how long it would take: nothing is measured and nothing is written."""

from collections.abc import Sequence
from typing import Unpack

from headscope.api.corpus import CorpusLike
from headscope.api.measure import planned
from headscope.api.models import ModelLike, TokenizerLike
from headscope.api.variants import RunOptions
from headscope.runs.estimate import estimate
from headscope.tables.forecast import forecast_table
from headscope.tables.table import Table


def forecast(
    model: ModelLike = "bundled",
    corpus: CorpusLike | Sequence[CorpusLike] = "bundled",
    measures: Sequence[str] | None = None,
    *,
    tokenizer: TokenizerLike | None = None,
    progress: bool = True,
    **options: Unpack[RunOptions],
) -> Table:
    """The passes of a run over its corpora, with units, tokens and seconds."""
    with planned(model, corpus, measures, options, tokenizer=tokenizer, progress=progress) as plan:
        return forecast_table(plan, estimate(plan))
