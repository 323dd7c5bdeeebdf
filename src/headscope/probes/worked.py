"""A probe on maps that fit on a line, for worked examples. No measurement uses this."""

from collections.abc import Sequence

import torch

from headscope.probes.fitting.features import MapsInMemory, Parsed, collate
from headscope.probes.probe import Probe, Shape
from headscope.types import Sentence


def distribution(kind: type[Probe], rows: Sequence[Sequence[float]], **values: float) -> list[list[float]]:
    """p(i | j) of each word j over the words and the root, under one head that gives nothing to special tokens; the probe's parameters
    are all 0 but for those given."""
    number = len(rows)
    maps = torch.tensor([[*row, 0.0, 0.0] for row in rows])[:, :, None]
    sentence = Sentence(tuple("w" * number), heads=(-1,) * number)
    batch = collate(Parsed([sentence], [""], MapsInMemory([maps])), (0,), torch.device("cpu"))
    probe = kind(Shape((1,)))
    with torch.no_grad():
        for name, parameter in probe.named_parameters():
            parameter.fill_(values.get(name, 0.0))
        found: list[list[float]] = probe(batch).softmax(-1)[0].tolist()
    return found
