"""A model and a text → the attention of every head over it."""

from typing import TYPE_CHECKING

from headscope.api.models import ModelLike, TokenizerLike, opened
from headscope.views import attend as views
from headscope.views.attention import Attention

if TYPE_CHECKING:
    from headscope.views.attend import Seen


def attend(
    model: ModelLike,
    text: "Seen",
    second: str | None = None,
    *,
    tokenizer: TokenizerLike | None = None,
    vectors: bool = False,
    max_length: int | None = None,
    weights: str = "raw",
) -> Attention:
    """The attention of every head over a text, or two: joined in the model's own pair form, or in an encoder–decoder model, the
    first for the encoder and the second for the decoder, which otherwise reads the first. A vision model takes an image in the place
    of a text: its path, an array [height, width, 3] of levels from 0 to 255, or a Pillow image; patches are then the tokens.

    A live transformers model comes with its `tokenizer`, and is left as it was. A text that is longer than the model reads is refused;
    with `max_length`, texts are cut to so many tokens, the longer first. `vectors` keeps queries and keys too. `weights` is what the maps
    are made of (`raw`, `norm` or `no-sink`, docs/weights.md); `attention.under("norm")` has the others of the same pass.

    >>> attention = attend("bundled", "She found the key.")
    >>> attention.stack().queries.texts
    ('[CLS]', 'she', 'found', 'the', 'key', '.', '[SEP]')
    """
    with opened(model, tokenizer) as loaded:
        return views.attend(loaded, text, second, vectors=vectors, max_length=max_length, weights=weights)


__all__ = ["Attention", "attend"]
