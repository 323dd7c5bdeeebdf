"""Whether a head continues what was repeated: on random tokens, where nothing but the repetition can tell what comes next."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

import numpy as np
import torch

from headscope.description import Key, LabelRule
from headscope.measures.follow import Follow, Targets
from headscope.measures.measure import Maps, Measure, Need, Observation
from headscope.measures.sections import INDUCTION
from headscope.rows import Pairs
from headscope.tokens import Encoder
from headscope.types import Document

LENGTHS = (32, 64, 120)  # n: how many random tokens are repeated
DRAWS = 24  # sequences of each length
# Nobody has published a bar for these two. It is the one that Gu et al. (2024) set for attention sinks: a mean weight of 0.3.
MUCH = 0.3


class Induction(Measure):
    """induction K = (1/n) Σ_{i∈second copy} α_{i,K(i)}, over sequences of a first token and n random tokens twice.

    For a token i of the second copy K(i) is
    - `prefix`: i − n + 1, the token that followed when i's token stood there first (prefix matching, Olsson et al. 2022);
    - `duplicate`: i − n, the same token in the first copy;
    - `previous`: i − 1, the token before i.
    Random tokens make no sense, so a head can know what comes next from the repetition alone. Heads with a high `prefix` are called
    induction heads. The tokens are drawn as ids, each at most once in a copy, and are never decoded and tokenised again; the first token is
    the one that the tokenizer begins a text with. n is 32, 64 and 120 (shorter where the model reads less), with 24 draws of each; a
    sequence counts as a document, so intervals are over sequences. Only for causal models: others see the second copy's end as well.

    The baseline `uniform` is uniform attention over the tokens that each token may see: 1/(i+1), with tokens counted from 0.

    <s> a b a b: the second a attends to b, which followed a before, with .9; the second b to the second a, which followed b, with .5.

    >>> from headscope.measures.worked import score
    >>> rows = [[1., 0., 0., 0., 0.], [1., 0., 0., 0., 0.], [0., 1., 0., 0., 0.], [.1, 0., .9, 0., 0.], [.2, 0., .3, .5, 0.]]
    >>> score(Induction(), rows)
    {'prefix': 0.7, 'duplicate': 0.15, 'previous': 0.7}
    """

    name = "induction"
    title = "Random tokens, repeated"
    read = (
        "Each point is a head: where random tokens stand a second time, the share of its attention on the token that followed the first "
        "time (induction), on the same token the first time (duplicate), or on the token just before. The dashed line is uniform attention."
    )
    formula = "mean over i in the second copy of α(i, K(i)), K(i) what followed, the same token, or the token before"
    section = INDUCTION
    place = 10
    unit = "own"
    among = "on repeated random tokens"
    whole_maps = False
    emphasis = 1.5  # of a causal model, what people ask first
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "causal"})
    known: ClassVar[Mapping[str, Key]] = {
        "prefix": Key(
            "continues what was repeated, attending to what followed it before",
            "what followed",
            opens=True,
            also=("induction-text.rest", "copying.all"),
            label=LabelRule("induction", MUCH, 90),
        ),
        "duplicate": Key(
            "attends to the same token where it stood before", "same token before", label=LabelRule("duplicate", MUCH, 80)
        ),
        "previous": Key("attends to the token before a random one", "token before", finding="none"),
    }

    def documents(self, encoder: Encoder, ordinary: Sequence[int]) -> Iterator[Document]:
        tokenizer = encoder.tokenizer
        known = (encoder.cls, tokenizer.bos_token_id, tokenizer.eos_token_id, ordinary[0])
        first = next(int(token) for token in known if token is not None)
        for draw in range(DRAWS):
            for n in lengths(encoder.longest):
                random = np.random.default_rng([n, draw])
                copy = random.choice(ordinary, n, replace=len(ordinary) < n).tolist()
                yield Document(f"{n} tokens, draw {draw + 1}", (), ids=(first, *copy, *copy))

    def _follow(self, maps: Maps) -> Follow:
        return Follow.once(maps, self.name, self.keys, partial(self._rules, maps))

    def listed(self, maps: Maps) -> Sequence[Pairs]:
        return (self._follow(maps).pairs,)

    def observe(self, maps: Maps) -> Observation:
        return self._follow(maps).observe(maps)

    def _rules(self, maps: Maps, names: Sequence[str], rows: slice) -> list[Targets]:
        return [self._targets(key, maps, rows) for key in names]

    def _targets(self, key: str, maps: Maps, rows: slice) -> Targets:
        """The one token that a key names for each token of the second copy; a sequence's length tells where that begins."""
        device = maps.weights.device
        n = torch.tensor([(length - 1) // 2 for length in maps.queries.lengths], device=device)[:, None]
        i, j = (torch.arange(size, device=device) for size in maps.weights.shape[2:])
        i = i[rows]
        second = (i > n) & (i <= 2 * n) & (n > 1)  # [batch, query]
        target = {"prefix": i - n + 1, "duplicate": i - n, "previous": (i - 1).expand(len(n), -1)}[key]
        return second[:, :, None] & (target[:, :, None] == j)


def lengths(longest: int | None) -> tuple[int, ...]:
    """The lengths n of which a first token and two copies fit into what the model reads; where none does, the longest that does.

    >>> lengths(512), lengths(200), lengths(60), lengths(None)
    ((32, 64, 120), (32, 64), (29,), (32, 64, 120))
    """
    if longest is None:
        return LENGTHS
    return tuple(n for n in LENGTHS if 2 * n + 1 <= longest) or ((longest - 1) // 2,)
