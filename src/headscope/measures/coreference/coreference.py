"""Each head as a coreference resolver: does a mention attend to an earlier mention of the same entity?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32, Int
from torch import Tensor

from headscope.description import Key
from headscope.errors import HeadscopeError
from headscope.measures.asked import Asked, rounded
from headscope.measures.coreference.antecedents import NO_MATCH, RULES, Window, find_cases
from headscope.measures.coreference.mention_heads import MENTION_HEADS
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import COREFERENCE
from headscope.measures.word_maps import first_tokens
from headscope.types import Prediction, UnitKind

ALL = "all"
ANTECEDENTS = {
    "words": "a head answers with any other word of the window",
    "mentions": "a head answers with the head word of another mention of the window",
}


class Coreference(Measure):
    """coreference = share of the mentions with an antecedent in the window for which argmax_v A_wv is the head word of any of
    its antecedents; w is the mention's head word, A the word-level map, v any other word of the window that w sees, ties go to
    the earlier.

    The keys `pronoun`, `proper` and `nominal` are kinds of head words; `all` is every mention. With `antecedents` "mentions", v is only
    the head word of another mention, earlier or later. `mention_heads` says how head words are found, `no_match` what the baseline
    `head match` does without a match. For the definitions of mentions, antecedents and kinds, see antecedents.py. If a word is the
    head of several mentions ("Mia" of "Mia and Leo"), it counts for each. A word without a token is never asked and never an answer.

    The baselines need no model: `nearest`, the nearest earlier mention; `head match`, the nearest with the same head word;
    `sieves`, the nearest with the same text, otherwise with the same head word, otherwise one that agrees in number, gender and
    person, otherwise any.

    "Mia saw her cat": *her* attends to *Mia*. The cat is mentioned only once, so it is not a case.

    >>> from headscope.measures.worked import make_side
    >>> from headscope.types import Mention, Sentence
    >>> text = Sentence(("Mia", "saw", "her", "cat"), tags=("PROPN", "VERB", "PRON", "NOUN"), mentions=(
    ...     Mention(0, 1, "mia"), Mention(2, 4, "cat", 3), Mention(2, 3, "mia")))
    >>> rows = torch.tensor([[.1, .9, 0., 0.], [0., .5, 0., .5], [.4, 0., .6, 0.], [0., 0., 0., 1.]])
    >>> side = make_side(text.words)
    >>> seen = Coreference().observe(Maps(rows[None, None], side, side, sentences=((text,),)))
    >>> {key: (value.item(), cases.item()) for (key, _), value, cases in zip(seen.names, seen.values, seen.weights)}
    {'all': (1.0, 1.0), 'pronoun': (1.0, 1.0), 'proper': (0.0, 0.0), 'nominal': (0.0, 0.0)}
    """

    name = "coreference"
    title = "Heads that resolve coreference"
    read = (
        "Each point is a head: of the mentions with an earlier mention of the same entity, the share that attend most to one. "
        "The dashed line is the best of three rules: the nearest mention, the nearest with the same head word, four sieves."
    )
    causal_caveat = (
        "In this model a word only looks back, as the rules do. Antecedents are earlier, so a head can find nearly all of them; it "
        "can't see what comes after a pronoun and says who is meant."
    )
    formula = "share of mentions whose head word w has argmax over v of A(w, v) in the head words of its antecedents"
    unit: ClassVar[UnitKind] = "window"
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "mentions"})
    section = COREFERENCE
    between = "words"
    known: ClassVar[Mapping[str, Key]] = {
        ALL: Key("finds antecedents", "all mentions", finding="none", by_layer=False),
        "pronoun": Key("finds the antecedents of pronouns", "pronouns", finding="none", by_layer=False),
        "proper": Key("finds the antecedents of names", "proper names", finding="none", by_layer=False),
        "nominal": Key("finds the antecedents of common nouns", "other nouns", finding="none", by_layer=False),
    }
    counts = "the best rule"
    behaviour = "coreference"
    takes: ClassVar[tuple[str, ...]] = ("antecedents", "mention_heads", "no_match")

    def __init__(
        self,
        keys: Sequence[str] | None = None,
        antecedents: str = "words",
        mention_heads: str = "annotated",
        no_match: str = "wrong",
    ) -> None:
        super().__init__(keys)
        for name, value, known in (
            ("antecedents", antecedents, ANTECEDENTS),
            ("mention_heads", mention_heads, MENTION_HEADS),
            ("no_match", no_match, NO_MATCH),
        ):
            if value not in known:
                raise HeadscopeError(f"{name} '{value}' is not known to '{self.name}': expected {' or '.join(known)}.")
        self.antecedents, self.mention_heads, self.no_match = antecedents, mention_heads, no_match

    def observe(self, maps: Maps) -> Observation:
        gold = self._gold(maps)
        attention = maps.word_weights
        rows = attention.gather(2, gold.asked[:, None, :, None].expand(-1, attention.shape[1], -1, attention.shape[3]))
        predicted = rows.masked_fill(~gold.answers[:, None], -1).argmax(-1, keepdim=True)  # [batch, head, case, 1]
        right = gold.right[:, None].expand_as(rows).gather(-1, predicted).squeeze(-1)
        return gold.observation(right)

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """The three rules, which no model is needed for."""
        gold = self._gold(maps)
        return {rule: gold.observation(right[:, None]) for rule, right in gold.by_rule.items()}

    def answers(self, unit: Asked, key: str, direction: str, weights: Float32[np.ndarray, "word word"]) -> Iterator[Prediction]:
        window = unit.memo.get(self.name)
        if window is None:
            window = find_cases(unit.sentences, unit.present, mention_heads=self.mention_heads, no_match=self.no_match)
            unit.memo[self.name] = window
        among = np.array(unit.present)
        if self.antecedents == "mentions":
            among = np.zeros_like(among)
            among[[mention.head for mention in window.mentions]] = True
        for case in window.cases:
            if key in (ALL, case.mention.kind):
                word = case.mention.head
                scored = np.where(among, weights[word], -1)
                scored[word] = -1
                if unit.causal:
                    scored[word + 1 :] = -1
                answer = int(scored.argmax())
                yield Prediction(word, word, answer, case.antecedents, rounded(scored[answer]))

    def _gold(self, maps: Maps) -> "Gold":
        name = " ".join((self.name, *self.keys, self.antecedents, self.mention_heads, self.no_match))
        gold = maps.memo.get(name)
        if gold is None:
            present = first_tokens(maps.queries.words, maps.word_number) >= 0
            windows = [
                find_cases(unit, row, mention_heads=self.mention_heads, no_match=self.no_match)
                for unit, row in zip(maps.sentences, present.tolist(), strict=True)
            ]
            gold = maps.memo[name] = Gold(windows, present, self.keys, self.antecedents == "mentions", maps.word_visible)
        assert isinstance(gold, Gold)
        return gold


class Gold:
    """The cases of a batch as tensors, made once for all layers. Units with fewer cases than others are filled up with some
    that belong to no key."""

    def __init__(
        self,
        windows: Sequence[Window],
        present: Bool[Tensor, "batch word"],
        keys: Sequence[str],
        only_mentions: bool,
        visible: Bool[Tensor, "batch word word"] | None = None,
    ) -> None:
        words = present.shape[1]
        shape = (len(windows), max(1, *(len(window.cases) for window in windows)))
        heads = np.zeros((len(windows), words), bool)
        asked, right = np.zeros(shape, np.int64), np.zeros((*shape, words), bool)
        members = np.zeros((*shape, len(keys)), bool)
        by_rule = {rule: np.zeros(shape, bool) for rule in RULES}
        for b, window in enumerate(windows):
            heads[b, [mention.head for mention in window.mentions]] = True
            for c, case in enumerate(window.cases):
                asked[b, c] = case.mention.head
                right[b, c, list(case.antecedents)] = True
                members[b, c] = [key in (ALL, case.mention.kind) for key in keys]
                for rule, rights in by_rule.items():
                    rights[b, c] = case.is_right(rule)
        device = present.device
        self.asked: Int[Tensor, "batch case"] = torch.from_numpy(asked).to(device)
        self.right: Bool[Tensor, "batch case word"] = torch.from_numpy(right).to(device)
        self.by_rule: dict[str, Bool[Tensor, "batch case"]] = {
            rule: torch.from_numpy(by_rule[rule]).to(device) for rule in by_rule
        }
        self._members: Float[Tensor, "batch case key"] = wide(torch.from_numpy(members).to(device))
        self._names = tuple((key, "") for key in keys)
        among = torch.from_numpy(heads).to(device) if only_mentions else present
        own = self.asked[:, :, None] == torch.arange(words, device=device)
        self.answers: Bool[Tensor, "batch case word"] = among[:, None] & ~own
        if visible is not None:
            self.answers = self.answers & visible.gather(1, self.asked[..., None].expand_as(own))
        self.right &= self.answers  # a mention that sees no candidate is wrong, whoever comes first among equals

    def observation(self, right: Bool[Tensor, "batch head case"]) -> Observation:
        """Per key and unit, the share of its cases that are right."""
        counts = self._members.sum(1)
        found = wide(right) @ self._members  # [batch, head, key]
        return Observation((found / counts.clamp(min=1)[:, None]).permute(2, 0, 1), counts.T, self._names)
