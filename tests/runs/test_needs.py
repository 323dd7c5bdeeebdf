"""Every need is honoured, one by one: a measure that asks for it gets it, right; a model that lacks it is told apart, with the reason."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, get_args

import numpy as np
import pytest
import tokenizers
import torch
import transformers

from headscope.api.measure import measure as run_measure
from headscope.corpora import open_corpus
from headscope.description import Key, Section
from headscope.errors import HeadscopeError
from headscope.measures import MEASURES, Maps, Measure, Observation
from headscope.measures.measure import Need, wide
from headscope.models import Model
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.models.loss import backward, is_causal, next_tokens, segment_losses
from headscope.models.tap import Cut
from headscope.quantities import RISE, Quantity
from headscope.runs.needs import LACKING
from headscope.tokens import Encoder, collate
from headscope.types import Document, Series, Unit

SECTION = Section("probe", "A section of the test's own", 5)
TEXT = "The cat sat on the mat.\nIt was warm there.\n\nA dog ran past.\nNobody saw it go.\n"


class Sample(Measure):
    """A measure that is as small as it can be; what it needs and sees is its subclasses' affair."""

    title = "A sample"
    read = "Each point is a head. It is drawn for a test."
    formula = "none"
    section = SECTION
    quantity: ClassVar[Quantity] = RISE  # any number
    known: ClassVar[Mapping[str, Key]] = {"all": Key("does it", "it", finding="none")}
    name = "sample"

    def figure(self, maps: Maps) -> torch.Tensor:
        raise NotImplementedError

    def observe(self, maps: Maps) -> Observation:
        figure = wide(self.figure(maps))
        return Observation(figure[None], torch.ones(1, len(figure), dtype=figure.dtype))

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        return {}


@pytest.fixture
def registered(monkeypatch):
    """Puts a measure beside the others for one test."""

    def register(one: type[Measure]) -> None:
        monkeypatch.setitem(MEASURES._entries, one.name, one)

    return register


@pytest.fixture(scope="module")
def encoder():
    return Encoder(transformers.AutoTokenizer.from_pretrained(FOLDER))


SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}


@pytest.fixture(scope="module")
def connected_gpt(encoder):
    config = transformers.GPT2Config(vocab_size=16384, n_embd=32, n_layer=2, n_head=4, n_positions=256, initializer_range=0.3)
    torch.manual_seed(0)
    return connect(Model("gpt", transformers.GPT2LMHeadModel(config).eval().double(), encoder))


@pytest.fixture(scope="module")
def connected_deberta(encoder):
    config = transformers.DebertaV2Config(vocab_size=16384, intermediate_size=64, **SIZES)
    torch.manual_seed(0)
    return connect(Model("deberta", transformers.DebertaV2Model(config).eval(), encoder))


@pytest.fixture
def encoded(encoder):
    return lambda text: encoder.encode([Unit("d", text)], 64)[0][0]


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    return str(path)


def value(scores, name="sample", key="all", stack=None):
    return scores.value(scores.find(name, key, stack=stack))


def test_there_is_an_answer_for_every_need():
    assert set(LACKING) == set(get_args(Need))


def test_maps(bundled, registered, corpus):
    class Rows(Sample):
        def figure(self, maps):
            return maps.row_mean(maps.weights.sum(-1))

    registered(Rows)
    np.testing.assert_allclose(value(run_measure(bundled, corpus, ["sample"], progress=False)), 1, atol=1e-6)


FIRST_OF_PAIRS = torch.triu_indices(64, 64, 1)[0]  # figures of all layers are of pairs of heads


def test_layers(bundled, registered, corpus):
    """All layers' heads at once, in their order."""
    seen = []

    class Layers(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "layers"})

        def figure(self, maps):
            seen.append(maps.weights.shape[1])
            return maps.row_mean(maps.weights[..., 0])[:, FIRST_OF_PAIRS]

    registered(Layers)
    scores = run_measure(bundled, corpus, ["sample"], progress=False)
    assert set(seen) == {64}
    plain = run_measure(bundled, corpus, ["sink"], progress=False)
    (series,) = scores.pairs
    assert scores.tally.value(series).shape == (1, 64 * 63 // 2)
    assert FIRST_OF_PAIRS[np.argmax(scores.tally.value(series))] == np.argmax(plain.value(plain.find("sink", "all")).ravel())


@pytest.mark.parametrize("causal", [False, True])
def test_gradient_and_gates(bundled, registered, corpus, connected_gpt, causal):
    """∂L/∂ξ against a finite difference of the loss, through the same gates; Σ_ij α_ij ∂L/∂α_ij is the same number."""

    class Gates(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "gates", "gradient"})
        known: ClassVar[Mapping[str, Key]] = {
            "gate": Key("is needed", "gate", finding="none"),
            "weights": Key("is needed", "weights", finding="none"),
        }
        quantity = RISE

        def observe(self, maps):
            by_weights = wide((maps.weights * maps.gradient).sum((-1, -2)))
            return Observation(torch.stack([wide(maps.gates), by_weights]), torch.ones(2, len(maps.gates), dtype=torch.float64))

    model = connected_gpt if causal else bundled
    assert is_causal(model) == causal
    registered(Gates)
    scores = run_measure(model, corpus, ["sample"], progress=False)
    gates, weights = value(scores, key="gate"), value(scores, key="weights")
    assert np.abs(gates).max() > 1e-4
    np.testing.assert_allclose(gates, weights, rtol=2e-3, atol=1e-6)


def test_gates_against_finite_differences(connected_gpt, encoded):
    model, found = connected_gpt, {}
    batch = collate([encoded("one two three four five six"), encoded("one one two two three")], model.encoder)
    labels = next_tokens(batch)
    backward(model, batch, labels, lambda site, call, _, gates: found.__setitem__(site, gates.clone()), gated=True)

    def loss(site, head, gate):
        def hear(number, call):
            gates = torch.ones(call.weights.shape[:2], dtype=call.weights.dtype)
            if model.sites[number] == site:
                gates[:, head] = gate
            return Cut(gates)

        with torch.no_grad():
            return segment_losses(model, batch, labels, hear)

    step = 1e-3
    for site in model.sites:
        for head in range(site.heads):
            slope = (loss(site, head, 1 + step) - loss(site, head, 1 - step)) / (2 * step)
            np.testing.assert_allclose(found[site][:, head].numpy(), slope.numpy(), rtol=1e-3, atol=1e-6)
        assert not torch.allclose(loss(site, 0, 0.0), loss(site, 0, 1.0)), "gate 0 switches a head off"


def test_logits(bundled, registered, corpus, connected_gpt):
    """What a head adds to the next token's logit, forward and on the way back."""

    class Logits(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"logits"})

        def figure(self, maps):
            assert not maps.logits[torch.arange(len(maps.logits)), :, maps.queries.real.sum(-1) - 1].any(), "no token follows"
            return wide(maps.logits).sum(-1)

    class Both(Logits):
        needs: ClassVar[frozenset[Need]] = frozenset({"logits", "gates"})

    found = []
    for kind in (Logits, Both):
        registered(kind)
        found.append(value(run_measure(connected_gpt, corpus, ["sample"], progress=False)))
    assert np.abs(found[0]).max() > 1e-3
    np.testing.assert_allclose(*found, atol=1e-5)
    with pytest.raises(HeadscopeError, match="'sample' can't be measured on 'bert-8x8': it does not predict the next token"):
        run_measure(bundled, corpus, ["sample"], progress=False)


def test_values(bundled, registered, corpus):
    """The value vectors are those of which the attention block's output is the sum."""
    whole = {}

    class Values(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "values"})

        def figure(self, maps):
            assert maps.values.shape[:2] == maps.weights.shape[:2]
            output = maps.weights @ maps.values
            whole[len(whole)] = output.transpose(1, 2).flatten(2)
            return maps.row_mean(output.norm(dim=-1))

    registered(Values)
    blocks = [layer.attention.output for layer in bundled.body.encoder.layer]
    heard = []
    hooks = [block.register_forward_pre_hook(lambda _, inputs: heard.append(inputs[0])) for block in blocks]
    try:
        scores = run_measure(bundled, corpus, ["sample"], progress=False)
    finally:
        for hook in hooks:
            hook.remove()
    assert (value(scores) > 0).all()
    # The pass ends at the last map, so that the last block is not reached.
    given = [one for one in heard if one.shape == whole[0].shape]
    assert len(given) >= 7 and torch.allclose(given[0], whole[0], atol=1e-6)


def test_residual_and_norm(bundled, connected_gpt, registered, corpus):
    """What heads move, their bias and the residual add up to what the norm behind the sum reads."""
    sums, made = [], []

    class Added(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "residual", "norm"})

        def figure(self, maps):
            moved = torch.einsum("bhqk,bhkf->bqf", maps.raw, maps.projection.moved(maps.values))
            made.append(moved + maps.projection.bias + maps.residual)
            assert maps.norm.centred and maps.norm.scale.shape == made[-1].shape[-1:]
            return maps.row_mean(wide(maps.norm.direction(made[-1]).norm(dim=-1))[:, None]).expand(-1, 8)

    registered(Added)
    norms = [layer.attention.output.LayerNorm for layer in bundled.body.encoder.layer]
    hooks = [norm.register_forward_pre_hook(lambda _, given: sums.append(given[0])) for norm in norms]
    try:
        scores = run_measure(bundled, corpus, ["sample"], progress=False)
    finally:
        for hook in hooks:
            hook.remove()
    assert (value(scores) > 0).all()
    last = [one for one in sums if one.shape == made[0].shape][-7:]  # the pass ends at the last map; before it, the proof
    assert len(last) == 7 and all(torch.allclose(one, other, atol=1e-4) for one, other in zip(made, last, strict=False))
    with pytest.raises(HeadscopeError, match="'sample' can't be measured on 'gpt': no norm stands right behind the sum"):
        run_measure(connected_gpt, corpus, ["sample"], progress=False)


def test_residuals_do_not_go_with_a_way_back(bundled, registered, corpus):
    class Both(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"residual", "gradient"})

    registered(Both)
    with pytest.raises(HeadscopeError, match="residuals are known on the way forward, gradients on the way back"):
        run_measure(bundled, corpus, ["sample"], progress=False)


def test_a_figure_for_each_layer(bundled, registered, corpus):
    class Layered(Sample):
        per = "layer"

        def figure(self, maps):
            return maps.row_mean(maps.weights.mean(1, keepdim=True)[..., 0])

    registered(Layered)
    scores = run_measure(bundled, corpus, ["sample", "sink"], progress=False)
    (series,) = scores.layered
    assert scores.value(series).shape == (8, 1) and series not in list(scores.series())


def test_closing(bundled, registered, corpus, encoder):
    """A measure of the token that closes a text runs where the tokenizer adds one, and is refused where it adds none."""

    class Closed(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "closing"})

        def figure(self, maps):
            assert maps.queries.sep.any(-1).all(), "every text is closed"
            return maps.row_mean((maps.weights * maps.keys.sep[:, None, None]).sum(-1))

    registered(Closed)
    assert (value(run_measure(bundled, corpus, ["sample"], progress=False)) > 0).all()
    tokenizer = copy.deepcopy(encoder.tokenizer)
    tokenizer.sep_token = None
    tokenizer.backend_tokenizer.post_processor = tokenizers.processors.TemplateProcessing(single="$A", pair="$A $B:1")
    bare = connect(Model("bare", bundled.module, Encoder(tokenizer)))
    assert bare.encoder.sep is None
    with pytest.raises(HeadscopeError, match="'sample' can't be measured on 'bare': its tokenizer closes no text"):
        run_measure(bare, corpus, ["sample"], progress=False)


def test_effects_and_embeddings(bundled, registered):
    class Whole(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "effects", "embeddings"})

        def figure(self, maps):
            assert maps.effects is not None and maps.effects.counted.any()
            assert maps.related is not None
            return maps.row_mean(maps.weights.sum(-1))

    registered(Whole)
    assert (value(run_measure(bundled, open_corpus("bundled"), ["sample"], limit=4, progress=False)) > 0).all()


def test_trees_and_mentions_with_a_gradient(bundled, registered):
    """Needs go together, whatever they are: annotated sentences in a backward pass."""

    class Both(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "trees", "gradient"})
        unit = "sentence"

        def figure(self, maps):
            assert all(one.heads is not None for (one,) in maps.sentences) and maps.gradient is not None
            return wide(maps.word_weights.sum((-1, -2)))

    class Mentions(Both):
        name = "mentions"
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "mentions"})
        unit = "window"

        def figure(self, maps):
            assert any(one.mentions for unit in maps.sentences for one in unit)
            return wide(maps.word_weights.sum((-1, -2)))

    registered(Both)
    registered(Mentions)
    scores = run_measure(bundled, "annotated", ["sample", "mentions"], limit=8, progress=False)
    assert (value(scores) > 0).all() and (value(scores, "mentions") > 0).all()
    with pytest.raises(HeadscopeError, match="no corpus here is annotated for dependency trees"):
        run_measure(bundled, open_corpus("bundled"), ["sample"], progress=False)


def test_causal(bundled, connected_gpt, registered, corpus):
    class Back(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "causal"})

        def figure(self, maps):
            assert not maps.weights.triu(1).any()
            return maps.row_mean(maps.weights[..., 0])

    registered(Back)
    assert (value(run_measure(connected_gpt, corpus, ["sample"], progress=False), stack="decoder") > 0).all()
    with pytest.raises(HeadscopeError, match="'sample' can't be measured on 'bert-8x8': it reads a text as a whole"):
        run_measure(bundled, corpus, ["sample"], progress=False)


def test_weights(bundled, connected_gpt, registered, corpus):
    """Beside maps, of the same layer; and alone, where no text is read."""

    class Weights(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "values", "weights"})

        def figure(self, maps):
            norm, heads = maps.circuit.norm, maps.circuit.output
            assert heads.shape[0] == maps.weights.shape[1] and norm.centred
            return maps.row_mean(wide((maps.weights @ (maps.values @ heads)).norm(dim=-1)))

    registered(Weights)
    assert (value(run_measure(connected_gpt, corpus, ["sample"], progress=False)) > 0).all()
    with pytest.raises(HeadscopeError, match="'sample' can't be measured on 'bert-8x8': it does not predict the next token"):
        run_measure(bundled, corpus, ["sample"], progress=False)


def test_input_that_the_measure_makes_itself(bundled, registered):
    """Token ids are read as they are, and no corpus beside them is needed."""

    class Own(Sample):
        unit = "own"

        def documents(self, encoder: Encoder, ordinary: Sequence[int]) -> Iterator[Document]:
            for at in range(70):  # more than one chunk
                yield Document(f"sequence {at}", (), ids=(1000 + at, 1001 + at, 1002 + at))

        def figure(self, maps):
            assert maps.queries.ids.shape[1] == 3 and (maps.queries.ids[:, 1] - maps.queries.ids[:, 0] == 1).all()
            return maps.row_mean(maps.weights[..., 0])

    registered(Own)
    scores = run_measure(bundled, "bundled", ["sample"], progress=False)
    (record,) = scores.manifest.corpora
    assert (record.name, record.units, record.tokens, record.format) == ("sample", 70, 210, "made")
    low, high = scores.interval(Series("sample", "encoder", "sample", "all"))
    assert (low < high).all(), "an interval over sequences"


@pytest.mark.parametrize(("per", "shape"), [("stack", (1, 1)), ("layer", (8, 1)), ("head", (8, 8))])
def test_baselines_of_a_stack_of_a_layer_of_a_head(bundled, registered, corpus, per, shape):
    class Based(Sample):
        baseline_per = per

        def figure(self, maps):
            return maps.row_mean(maps.weights[..., 0])

        def baselines(self, maps, even):
            assert even.weights.shape[1] == (8 if per == "head" else 1)
            return {"uniform": self.observe(even)}

    registered(Based)
    scores = run_measure(bundled, corpus, ["sample"], progress=False)
    series = scores.find("sample", "all")
    (simple,) = scores.baseline_series(series)
    assert scores.value(simple).shape == shape
    every = scores.baseline_values(series)
    assert every.shape == (8, 8) and every.min() > 0.05
    np.testing.assert_allclose(every, every[0, 0], atol=1e-6)
    assert scores.baseline(series) == pytest.approx(every[0, 0], abs=1e-6)


def test_what_a_causal_mask_leaves_no_meaning_is_left_out(connected_gpt, corpus):
    scores = run_measure(connected_gpt, corpus, None, progress=False)
    keys = {(series.measure, series.key) for series in scores.series()}
    assert ("offset", "-1") in keys and ("offset", "+1") not in keys and ("pattern", "next") not in keys
    assert "before it" in scores.manifest.left_out["offset +1"]
    with pytest.raises(HeadscopeError, match=r"'offset=\+1' can't be measured on .*: each token sees only itself"):
        run_measure(connected_gpt, corpus, ["offset=+1"], progress=False)


def test_a_model_that_lacks_a_need_is_told_so(registered, corpus, connected_deberta):
    class Values(Sample):
        needs: ClassVar[frozenset[Need]] = frozenset({"maps", "values"})

        def figure(self, maps):
            return maps.row_mean(maps.values.norm(dim=-1))

    registered(Values)
    with pytest.raises(HeadscopeError, match=r"'sample' can't be measured on .*: its attention can't be listened to"):
        run_measure(connected_deberta, corpus, ["sample"], progress=False)
    scores = run_measure(connected_deberta, corpus, None, limit=2, progress=False)
    assert "value vectors" in scores.manifest.left_out["sample"]
