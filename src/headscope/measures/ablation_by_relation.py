"""Where the model needs a head: how much worse it predicts words of each kind without it."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.description import Key
from headscope.measures.coreference.antecedents import kind_of
from headscope.measures.coreference.mention_heads import find_head
from headscope.measures.idle import Bearers
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.relations import nouns, with_article
from headscope.measures.sections import MATTER
from headscope.names import ALL, TO_DEPENDENT, TO_HEAD
from headscope.quantities import RISE
from headscope.types import Sentence, UnitKind

MENTIONS = {"pronoun": "pronouns", "proper": "names", "nominal": "common nouns"}


class AblationByRelation(Measure):
    """ablation-by-relation r = mean over the words w with the relation r of ΔL_w = −log p(w | head cut) + log p(w), in nats per word.

    `dependent-to-head`: w is a dependent in the relation; `head-to-dependent`: w governs one. `all` is every word. `pronoun`, `proper` and
    `nominal` are the head words of mentions of entities, by kind, where the corpus has mentions. −log p(w) is the sum over the tokens of
    w: a masked model reads the sentence with all tokens of w masked, a causal model what stands before each of them. Of a masked model
    every word is predicted once: the words are dealt by a hash of the sentence into as many copies of it as it takes to mask no more
    than the run's share (15%) at a time. A word of which a token is not predicted (a causal model's first) does not count. The head is
    cut as in `ablation`, key `zero`.

    Whether a head matters to a relation is a comparison: with the other heads of its layer at the same words, and with itself at
    others.

    "it was late": without the head, −log p(it) rises by .6, −log p(was) by .1 and −log p(late) falls by .1:

    >>> from headscope.measures.measure import Cuts
    >>> from headscope.measures.worked import make_side
    >>> side, sentence = make_side("it was late".split()), Sentence(("it", "was", "late"), (2, 2, -1), ("nsubj", "cop", "root"))
    >>> cuts = Cuts({"zero": torch.tensor([[[.6, .1, -.1]]])}, torch.ones(1, 3, dtype=torch.bool))
    >>> seen = AblationByRelation().observe(Maps(torch.zeros(1, 1, 3, 3), side, side, sentences=((sentence,),), cuts=cuts))
    >>> found = {name: round(value.item(), 4) for name, value in zip(seen.names, seen.values)}
    >>> found["nsubj", "dependent-to-head"], found["nsubj", "head-to-dependent"], found["all", "dependent-to-head"]
    (0.6, -0.1, 0.2)
    """

    name = "ablation-by-relation"
    title = "Where the model needs a head, by relation"
    read = (
        "Each point is a head: by how many nats the loss of the words with this relation rises when this head alone is switched off. A "
        "head that the model needs for the relation stands out from the other heads of its layer, and from its own figure at all words."
    )
    formula = "mean over words w with the relation of −log p(w without the head) + log p(w)"
    unit: ClassVar[UnitKind] = "sentence"
    needs: ClassVar[frozenset[Need]] = frozenset({"cuts", "trees"})
    quantity = RISE
    section = MATTER
    place = 30
    second = True
    loss = "words"
    every_row = True
    between = "words"
    known: ClassVar[Mapping[str, Key]] = {
        ALL: Key("is needed for words", "all words", "are needed for words", finding="none", by_layer=False),
        **{
            kind: Key(
                f"is needed for {words}",
                words,
                f"are needed for {words}",
                finding="none",
                by_layer=False,
                noun=f"the loss at {words}",
            )
            for kind, words in MENTIONS.items()
        },
    }
    folds = (TO_HEAD,)  # a word may govern several subtypes, and would be counted once for each
    open_keys = True

    def __init__(self, keys: Sequence[str] | None = None) -> None:
        self.keys = tuple(keys or ())
        self.chosen = keys is not None

    def key(self, key: str, direction: str = "") -> Key:
        if key in self.known:
            return self.known[key]
        dependent, governor = nouns(key)
        words = with_article(dependent) if direction != TO_DEPENDENT else f"the {governor} of {with_article(dependent)}"
        does, noun = f"needed for {words} ({key})", f"the loss at {words} ({key})"
        return Key(f"is {does}", key, f"are {does}", finding="none", by_layer=False, noun=noun)

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """None: a head is compared with the other heads of its layer."""
        return {}

    def observe(self, maps: Maps) -> Observation:
        assert maps.cuts is not None, "this measure is only asked where heads are cut"
        words = maps.memo.get(self.name)
        if words is None:
            words = maps.memo[self.name] = Words(maps, self.keys)
        assert isinstance(words, Words)
        rise = wide(maps.cuts.rise["zero"].masked_fill(~maps.cuts.predicted[:, None], 0))
        of_words = rise @ words.tokens  # [batch, head, word]
        return Observation((of_words @ words.shares).permute(2, 0, 1), words.counts, words.names)


class Words:
    """The words of a batch that were predicted whole, by what they are; made once for all layers."""

    def __init__(self, maps: Maps, wanted: Sequence[str]) -> None:
        assert maps.cuts is not None
        sentences = [one for (one,) in maps.sentences]
        places, number = maps.queries.words, maps.word_number
        bearers = Bearers(sentences, places, number, wanted)
        kinds = [kind for kind in MENTIONS if not wanted or kind in wanted]
        mentions = torch.tensor(
            [[_kinds(sentence, kind, number) for kind in kinds] for sentence in sentences], dtype=torch.bool
        )
        mentions = mentions.reshape(len(sentences), len(kinds), number).mT.to(places.device)
        self.tokens: Float[Tensor, "batch token word"] = wide(places[:, :, None] == torch.arange(number, device=places.device))
        missing = wide(~maps.cuts.predicted)[:, None] @ self.tokens  # [batch, 1, word]
        whole = (missing[:, 0] == 0) & self.tokens.any(1)
        members: Bool[Tensor, "batch word key"] = torch.cat([bearers.members, mentions], -1) & whole[..., None]
        number_of = wide(members).sum(1)  # [batch, key]
        self.shares: Float[Tensor, "batch word key"] = wide(members) / number_of.clamp(min=1)[:, None]
        self.counts: Float[Tensor, "key batch"] = number_of.T
        self.names = (*bearers.names, *((kind, "") for kind in kinds))


def _kinds(sentence: Sentence, kind: str, number: int) -> list[bool]:
    """Which words are the head of a mention of a kind."""
    found = [False] * number
    for mention in sentence.mentions or ():
        head = find_head(sentence, mention)
        found[head] |= kind_of(sentence.words[head], sentence.tags[head] if sentence.tags else None) == kind
    return found
