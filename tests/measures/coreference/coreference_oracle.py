"""Coreference once more, slowly: written from the paper's words, not from headscope's code; and windows drawn at random for it.

The paper leaves open which earlier mentions the baselines choose among; here, as the package says: those that begin before, do
not contain the mention, and whose head word stands before its own.
"""

from typing import NamedTuple

import numpy as np

from headscope.types import Mention, Sentence

KEYS = ("all", "pronoun", "proper", "nominal")
KINDS = {"PRON": "pronoun", "PROPN": "proper", "NOUN": "nominal", "NUM": "nominal"}


class Piece(NamedTuple):
    """A window with its tokens' words (-1 for special tokens) and maps between tokens [head, n, n]."""

    sentences: tuple[Sentence, ...]
    words: tuple[int, ...]
    maps: np.ndarray


def random_piece(seed, heads=3):
    """Mentions that nest, cross and share heads; words of no, one, two or four tokens; weights with ties, exact in binary."""
    random = np.random.default_rng(seed)
    sentences, number = [], 0
    for _ in range(random.integers(1, 5)):
        n = int(random.integers(2, 9))
        mentions = set()
        for _ in range(random.integers(1, 7)):
            start = int(random.integers(0, n))
            end = int(random.integers(start + 1, min(n, start + 4) + 1))
            mentions.add((start, end, f"e{random.integers(0, 3)}"))
        one_each = {(start, end): entity for start, end, entity in sorted(mentions)}
        sentences.append(
            Sentence(
                tuple(f"w{random.integers(0, 5)}" for _ in range(n)),
                tags=tuple(str(tag) for tag in random.choice(list(KINDS), n)),
                features=tuple(random_features(random) for _ in range(n)),
                mentions=tuple(
                    Mention(start, end, entity, int(random.integers(start, end))) for (start, end), entity in one_each.items()
                ),
            )
        )
        number += n
    tokens = [word for word in range(number) for _ in range(random.choice([0, 1, 1, 1, 2, 4]))] or [0]
    words = (-1, *tokens, -1)
    maps = random.integers(0, 5, (heads, len(words), len(words))) / 64
    return Piece(tuple(sentences), words, maps)


def random_features(random):
    values = {"Gender": ("Masc", "Fem", ""), "Number": ("Sing", "Plur", ""), "Person": ("1", "3", "")}
    drawn = {name: str(random.choice(choice)) for name, choice in values.items()}
    return "|".join(f"{name}={value}" for name, value in drawn.items() if value)


def oracle(piece, only_mentions, no_match):
    """The shares and numbers of cases per key, for each head and each baseline: from the paper's words, with loops."""
    text = [word for one in piece.sentences for word in one.words]
    tags = [tag for one in piece.sentences for tag in one.tags]
    features = [dict(f.split("=") for f in value.split("|") if f) for one in piece.sentences for value in one.features]
    with_tokens = sorted({word for word in piece.words if word >= 0})
    mentions, offset = [], 0
    for one in piece.sentences:
        mentions += [(offset + m.start, offset + m.end, offset + m.head, m.entity) for m in one.mentions]
        offset += len(one.words)
    mentions = sorted((m for m in mentions if m[2] in with_tokens), key=lambda m: (m[0], -m[1]))

    def word_attention(alpha, u, v):
        """Attention to a split word: the sum over its tokens. Attention from a split word: the mean over its tokens."""
        sources = [i for i, word in enumerate(piece.words) if word == u]
        targets = [j for j, word in enumerate(piece.words) if word == v]
        return sum(sum(alpha[i][j] for j in targets) for i in sources) / len(sources)

    def trait(word, name):
        """As annotated; of nouns and names, where it is not, third person and (none ends in s) singular."""
        usual = {"Person": "3", "Number": "Sing"} if tags[word] != "PRON" else {}
        if tags[word] == "NUM":
            usual.pop("Number")
        return features[word].get(name) or usual.get(name)

    def agree(u, v):
        both = [(trait(u, name), trait(v, name)) for name in ("Gender", "Number", "Person")]
        return all(one == other or not one or not other for one, other in both)

    def head_answer(alpha, mention):
        best, most = None, None
        for v in sorted({m[2] for m in mentions}) if only_mentions else with_tokens:
            if v != mention[2] and (best is None or word_attention(alpha, mention[2], v) > most):
                best, most = v, word_attention(alpha, mention[2], v)
        return best

    def string(mention):
        return [word.lower() for word in text[mention[0] : mention[1]]]

    def rule_answer(rule, mention, before):
        def nearest(among):
            found = None
            for other in among:
                if found is None or mention[2] - other[2] < mention[2] - found[2]:
                    found = other
            return None if found is None else found[2]

        same_text = [other for other in before if string(other) == string(mention)]
        same_head = [other for other in before if text[other[2]].lower() == text[mention[2]].lower()]
        agreeing = [other for other in before if agree(other[2], mention[2])]
        if rule == "nearest":
            return nearest(before)
        if rule == "head match":
            return nearest(same_head or (before if no_match == "nearest" else []))
        return nearest(same_text or same_head or agreeing or before)

    answerers = [lambda m, b, alpha=alpha: head_answer(alpha, m) for alpha in piece.maps]
    answerers += [lambda m, b, rule=rule: rule_answer(rule, m, b) for rule in ("nearest", "head match", "sieves")]
    right = {key: [0] * len(answerers) for key in KEYS}
    cases = dict.fromkeys(KEYS, 0)
    for at, mention in enumerate(mentions):
        antecedents = {other[2] for other in mentions[:at] if other[3] == mention[3] and other[2] != mention[2]}
        if not antecedents:
            continue
        before = [
            other
            for other in mentions[:at]
            if other[2] < mention[2] and not (other[0] <= mention[0] and mention[1] <= other[1])
        ]
        for key in ("all", KINDS[tags[mention[2]]]):
            cases[key] += 1
            for number, answer in enumerate(answerers):
                right[key][number] += answer(mention, before) in antecedents
    return {key: ([r / max(cases[key], 1) for r in right[key]], cases[key]) for key in KEYS}
