"""The negative control: a model of the bundled one's shape with random weights does nothing in particular."""

import torch
from transformers import BertModel

from headscope.models.check import connect
from headscope.models.model import Model
from headscope.report.findings import findings
from headscope.results.measuring import measure


def test_a_random_model_attends_evenly_and_nothing_is_claimed_of_it(bundled):
    torch.manual_seed(0)
    module = BertModel(bundled.module.config).eval().requires_grad_(False)
    scores = measure(connect(Model("random", module, bundled.encoder)), "bundled", limit=64, progress=False)
    assert findings(scores) == []
    for series in scores.series():
        values, even = scores.value(series), scores.baseline(series)
        if series.measure == "entropy":
            assert (values > 0.95 * even).all()
        else:
            assert values.max() < 0.2, series
