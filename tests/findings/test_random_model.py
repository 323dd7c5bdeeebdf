"""The negative control: a model of the bundled one's shape with random weights does nothing in particular."""

import torch
from transformers import BertModel

from headscope.api.measure import measure
from headscope.findings.best import best_heads
from headscope.findings.findings import findings, text_series
from headscope.models.connect import connect
from headscope.models.model import Model


def test_a_random_model_attends_evenly_and_nothing_is_claimed_of_it(bundled):
    torch.manual_seed(0)
    module = BertModel(bundled.module.config).eval().requires_grad_(False)
    scores = measure(connect(Model("random", module, bundled.encoder)), "bundled", limit=32, progress=False)
    assert findings(scores) == []
    for series in text_series(scores):
        values, even = scores.value(series), scores.baseline(series)
        if series.measure == "entropy":
            assert (values > 0.95 * even).all()
        elif series.measure == "tree":  # even a random tree has some edges of a short sentence's parse
            assert values.max() < 1.5 * scores.baseline(series, "a random tree"), series
        else:
            assert values.max() < 0.2, series


def test_it_parses_and_resolves_no_better_than_a_fixed_rule(bundled):
    """Held out, beyond its interval."""
    torch.manual_seed(0)
    module = BertModel(bundled.module.config).eval().requires_grad_(False)
    random = connect(Model("random", module, bundled.encoder))
    scores = measure(random, "annotated", ["dependency", "coreference"], progress=False)
    judged = [best for name in ("dependency", "coreference") for best in best_heads(scores, name)]
    judged = [best for best in judged if not best.small and best.key not in ("punct", "root")]
    assert len(judged) > 10
    for best in judged:
        assert best.held_out.margin_low <= 0, (best.key, best.held_out)
        assert best.p > 0.05, (best.key, best.p)
