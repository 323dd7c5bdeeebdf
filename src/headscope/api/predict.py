"""A head as a classifier on somebody's own text: word in, word out."""

from collections.abc import Sequence

from headscope.answers import predictions
from headscope.answers.predictions import Pointed
from headscope.api.models import ModelLike, TokenizerLike, opened
from headscope.names import TO_HEAD
from headscope.tables.predictions import predictions_table
from headscope.types import Head


def predict(
    model: ModelLike,
    heads: str | Head | Sequence[str | Head],
    texts: str | Sequence[str],
    *,
    tokenizer: TokenizerLike | None = None,
    direction: str = TO_HEAD,
    stack: str | None = None,
    words: bool = False,
    weights: str = "raw",
) -> list[Pointed]:
    """For every word of every text, the other word that each head points to: the one to which the word attends most
    (`dependent-to-head`), the one that attends most to it (`head-to-dependent`), or the one with the largest sum of `both`.

    A live transformers model comes with its `tokenizer`, and is left as it was. With `words` a text is split at white space alone. Of a
    model with several stacks the first is meant unless `stack` says which. `weights` is what the maps are made of (docs/weights.md).

    >>> [(one.spelling, one.target_spelling) for one in predict("bundled", "3-5", "She found the key.")[:3]]
    [('She', 'found'), ('found', 'the'), ('the', 'key')]
    """
    with opened(model, tokenizer) as loaded:
        return predictions.predict(loaded, heads, texts, direction=direction, stack=stack, words=words, weights=weights)


__all__ = ["Pointed", "predict", "predictions_table"]
