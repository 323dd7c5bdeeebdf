"""Runs with made-up numbers and everything that a page can show: as many layers and heads as asked for, with heads that are planted
or with none. Seeded, so that a failure can be seen again. Loaded by its path: under importlib mode tests are not a package."""

import numpy as np

from headscope.answers.answer import Example, Prediction
from headscope.answers.examples import Placed, to_bytes, wanted_of
from headscope.measures import MEASURES
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.sample_text import Example as Text
from headscope.results.sample_text import StackExample, Tokens
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

WAYS = ("dependent-to-head", "head-to-dependent")
RELATIONS = (
    "nsubj",
    "obj",
    "det",
    "case",
    "amod",
    "advmod",
    "conj",
    "cc",
    "mark",
    "aux",
    "nmod",
    "nmod:poss",
    "obl",
    "compound",
)
OFFSETS = ("-2", "-1", "+1", "+2")
CASES = 4.0  # of each relation in each group: 800 in all
PLANTED = {("obj", 0): (2, 3), ("det", 1): (4, 1)}  # relation and direction → head


def made_run(
    layers: int = 12,
    heads: int = 12,
    *,
    planted: bool = True,
    relations: int = len(RELATIONS),
    words: int = 25,
    tokens: int = 40,
    stacks: tuple[str, ...] = ("encoder",),
    pairs: bool = True,
    kinds: tuple[str, ...] = ("raw",),
    cut: str = "",
) -> Scores:
    """A run whose stacks are all of one size. `relations` beyond those known have names of their own. Where nothing is planted, every head
    is right by chance, less often than the best offset, and attends evenly. `tokens` are in the text under every head; `pairs` are the
    distances between heads, half a million of them where there are a thousand. Under further `kinds` of weights heads attend to
    [SEP] a tenth as much; under `no-sink` the second head of the first layer never reads the text, and has no case. `cut` adds what the
    model loses without heads: "needed", the head that finds objects is needed, at objects above all; otherwise no head is."""
    chance = np.random.default_rng(7)
    tally, measures = Tally(), {}
    shape = (GROUPS, layers, heads)

    def text(stack: str, measure: str, key: str, even: float, table: np.ndarray) -> None:
        measures.setdefault(measure, {})[key] = None
        series = Series("text", stack, measure, key)
        tally.add(series, table + chance.normal(0, 0.01 * even, shape), np.ones(GROUPS))
        tally.add(series._replace(baseline="uniform"), np.full((GROUPS, 1, 1), even), np.ones(GROUPS))

    for stack in stacks:
        for name in ("offset", "token", "token-from-sep", "token-from-rest", "entropy", "peak", "pattern", "gradient"):
            for key in MEASURES[name].known:
                nats = name == "entropy"
                even = 4.7 if nats else 0.01
                table = (
                    np.full((layers, heads), even)
                    if not planted
                    else even * chance.uniform(0.2, 1.0 if nats else 8.0, (layers, heads))
                )
                if planted and name == "offset":
                    table[0, list(MEASURES[name].known).index(key)] = 0.9
                if planted and nats:
                    table[0, :3] = 1.0  # so that those are not called broad
                text(stack, name, key, even, table)

        keys = [RELATIONS[at] if at < len(RELATIONS) else f"relation{at}" for at in range(relations)]
        cases = np.full(GROUPS, CASES)
        for key in keys:
            for number, way in enumerate(WAYS):
                right = chance.binomial(int(CASES), 0.2, shape).astype(float)
                if planted and number == 0:  # every head leads the best offset somewhere, so that every card has sentences
                    mine = [at for at in range(layers * heads) if at % relations == keys.index(key)]
                    right.reshape(GROUPS, -1)[:, mine] = chance.binomial(int(CASES), 0.5, (GROUPS, len(mine)))
                if planted and (key, number) in PLANTED:
                    right[:, *PLANTED[key, number]] = chance.binomial(int(CASES), 0.8, GROUPS)
                tally.add(Series("trees", stack, "dependency", key, way), right, cases)
                tally.add(Series("trees", stack, "idle", key, way), chance.uniform(0, CASES / 2, shape), cases)
            for offset in OFFSETS:
                simple = chance.binomial(int(CASES), 0.3 if offset == "-1" else 0.1, (GROUPS, 1, 1)).astype(float)
                tally.add(Series("trees", stack, "dependency", key, "", f"offset {offset}"), simple, cases)
        for kind in ("all", "pronoun", "proper", "nominal"):
            tally.add(Series("trees", stack, "coreference", kind), chance.binomial(int(CASES), 0.3, shape).astype(float), cases)
            for rule, share in (("nearest", 0.2), ("sieves", 0.6)):
                simple = chance.binomial(int(CASES), share, (GROUPS, 1, 1)).astype(float)
                tally.add(Series("trees", stack, "coreference", kind, "", rule), simple, cases)
        for name, rise in _losses(cut, layers, heads).items():
            measure, key, way = name
            corpus = "trees" if measure.endswith("relation") else "text"
            tally.add(Series(corpus, stack, measure, key, way), rise + chance.normal(0, 0.03, shape), np.ones(GROUPS))
            measures.setdefault(measure, {}).update({} if corpus == "trees" else {key: None})
        if pairs:
            many = layers * heads * (layers * heads - 1) // 2
            tally.add(Series("text", stack, "divergence", "all"), chance.uniform(0.01, 0.6, (GROUPS, 1, many)), np.ones(GROUPS))
    measured = {name: list(keys) for name, keys in measures.items()}
    measured |= {"dependency": [], "idle": [], "coreference": ["all", "pronoun", "proper", "nominal"]}
    measured |= {"divergence": ["all"]} if pairs else {}

    model = {
        "name": "made", "sha256": "0f" * 32, "stacks": {stack: [layers, heads] for stack in stacks}, "dtype": "float32", "road": "tap",
        "architecture": "Made", "parameters": 10**8, "difference": 0.0, "device": "cpu",
    }  # fmt: skip
    records = [
        CorpusRecord("text", "text.txt", "plain", "a" * 64, 200, 1000, 100_000, 0, 0, {}, ["1/1"]),
        CorpusRecord("trees", "trees.conllu", "conllu", "b" * 64, 200, 4000, 90_000, 0, 0, {}, ["1/1"], "sentence"),
    ]
    options = {"max_length": 128, "limit": None, "batch_size": 16, "weights": list(kinds)}
    manifest = Manifest(model, records, measured, options, 12.0)
    for series in list(tally):
        for kind in kinds[1:]:
            totals, weights = tally.totals(series), tally.weights(series)
            scale = 0.1 if series.key == "sep" and not series.baseline else 1.0
            if kind == "no-sink" and not series.baseline and series.measure != "divergence":
                weights = np.broadcast_to(weights[:, None, None], totals.shape).copy()
                weights[:, 0, 1] = 0.0
            tally.add(series._replace(weights=kind), totals * scale * (weights > 0 if weights.ndim == 3 else 1.0), weights)
    inner = tokens - 2
    side = Tokens(
        ("[CLS]", *(f"token{at}" for at in range(inner)), "[SEP]"),
        (True, *[False] * inner, True),
        (0,) * tokens,
        (-1, *range(inner), -1),
    )
    maps = {stack: chance.dirichlet(np.full(tokens, 0.2), (layers, heads, tokens)).astype(np.float32) for stack in stacks}
    weighed = {kind: {stack: one[..., ::-1].copy() for stack, one in maps.items()} for kind in kinds[1:]}
    scores = Scores(tally, manifest, Text({stack: StackExample(side, side, one) for stack, one in maps.items()}, weighed))
    scores.examples = to_bytes(
        [Placed(name, one) for name, all_ in wanted_of(scores).items() for one in _examples(all_, words, chance)], "made"
    )
    return scores


def _losses(cut, layers, heads):
    """By measure, key and direction, every head's rise of the loss; of the slope as well, in the same order but for its sign."""
    if not cut:
        return {}
    rise = np.full((layers, heads), 0.02)
    at_objects = rise.copy()
    if cut == "needed":
        rise[PLANTED["obj", 0]], at_objects[PLANTED["obj", 0]] = 0.1, 0.4
    return {
        ("ablation", "zero", ""): rise,
        ("ablation", "mean", ""): rise / 2,
        ("importance", "all", ""): rise,
        ("ablation-by-relation", "obj", WAYS[0]): at_objects,
        ("ablation-by-relation", "det", WAYS[1]): np.full((layers, heads), 0.02),
    }


def _examples(wanted, words, chance):
    """Five sentences of each kind for everything wanted."""
    for one in wanted:
        for kind in ("most right", "least right") if one.measure == "dependency" else ():
            for order in range(5):
                weights = chance.dirichlet(np.full(words + 2, 0.2), words).astype(np.float32)
                answers = tuple(
                    Prediction(at, at, at + 1, (at + 1 if kind == "most right" else at + 2,), 0.5) for at in (1, 6, 11)
                )
                text = tuple(f"word{at}" for at in range(words))
                maps = (weights[:, 1:-1].copy(), weights[:, 0].copy(), weights[:, -1].copy())
                yield Example(one, kind, order, "document", f"trees.conllu, line {order}", text, answers, *maps)
