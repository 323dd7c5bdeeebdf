"""The structural probe (Hewitt and Manning 2019): is there a projection of hidden vectors in which words are as far apart as in the tree?

It predicts undirected edges, not governors, from hidden vectors, not from attention. It is a comparison, not one of the paper's own
probes.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import torch
from jaxtyping import Bool, Float, Int64
from torch import Tensor, nn

from headscope.models import Model
from headscope.probes.fitting.decoding import Edge, Found, found_edges, spanning_tree
from headscope.probes.fitting.features import Batch, Batches, Parsed
from headscope.probes.fitting.hidden import BATCH, States, in_order, number_of_layers
from headscope.probes.fitting.scoring import is_word
from headscope.probes.fitting.settings import Curve, Pass, Settings
from headscope.probes.fitting.training import hold_out
from headscope.ties import rounded
from headscope.tokens import Encoded
from headscope.workers import Workers, workers

RANK = 64
TRIED = 1000  # training sentences from which the layer is chosen; all are learnt from once it is
DESCENT = Settings(rate=0.0005, batch_size=20, epochs=40, patience=4)
SLOWER = 0.3  # what a pass that lowered no held-out loss multiplies the step by

Counts = Bool[np.ndarray, " _"]  # one for each word of a sentence
Read = Callable[[Sequence[int], Sequence[int]], list[States]]  # numbers of sentences, layers → hidden vectors


class Structural(nn.Module):
    """d_B(i, j) = ‖B(h_i − h_j)‖², B of rank 64 or less, minimises (1/n²) Σ_ij |d_T(i, j) − d_B(i, j)| over sentences of n words;
    d_T(i, j) is the number of edges between i and j in the tree. The predicted edges are the minimum spanning tree of d_B.

    Three words on a line, B the identity: the tree joins neighbours.

    >>> probe = Structural(1, rank=1)
    >>> _ = probe.projection.data.fill_(1.0)
    >>> probe.edges(torch.tensor([[0.0], [1.0], [3.0]]))
    [(0, 1), (1, 2)]
    """

    def __init__(self, size: int, rank: int = RANK, seed: int = 0, layer: int = 0) -> None:
        super().__init__()
        self.layer = layer
        drawn = torch.rand(min(rank, size), size, generator=torch.Generator().manual_seed(seed))
        self.projection = nn.Parameter((drawn - 0.5) / 10)

    def distances(self, hidden: Float[Tensor, "*batch word feature"]) -> Float[Tensor, "*batch word word"]:
        there = hidden @ self.projection.T
        squares = there.square().sum(-1)
        apart = squares[..., :, None] + squares[..., None, :] - 2 * there @ there.transpose(-1, -2)
        return apart.clamp(min=0)  # rounding alone makes it less

    def loss(self, batch: Batch, gold: Float[Tensor, "batch word word"]) -> Float[Tensor, ""]:
        """(1/n²) Σ_ij |d_T − d_B|, the mean over the sentences of the batch."""
        assert batch.hidden is not None
        real = torch.arange(batch.width, device=batch.hidden.device) < batch.lengths[:, None]
        both = real[:, :, None] & real[:, None, :]
        off = (self.distances(batch.hidden) - gold).abs().masked_fill(~both, 0).sum((1, 2))
        return (off / batch.lengths**2).mean()

    def edges(self, hidden: Float[Tensor, "word feature"], counts: Counts | None = None) -> list[Edge]:
        """The minimum spanning tree of the words that count; the others have no edge."""
        places = np.arange(len(hidden)) if counts is None else np.flatnonzero(counts)
        with torch.no_grad():
            apart = self.distances(hidden[torch.tensor(places)].to(self.projection)).cpu().numpy()
        return [(int(places[one]), int(places[other])) for one, other in spanning_tree(apart)]

    def fit(self, train: Batches, held_out: Batches, settings: Settings = DESCENT) -> Curve:
        """Finds B by Adam over the batches in a random but fixed order, slower after each pass that did not lower the held-out loss; stops
        when `patience` passes have not, and goes back to the best."""
        began = time.perf_counter()
        # Models differ in how large their vectors are: B starts and moves as if all had a mean square of 1.
        size = _size(train)
        self.projection.data /= size
        optimiser = torch.optim.Adam(self.parameters(), lr=settings.step / size)
        generator = torch.Generator().manual_seed(settings.seed)
        gold, asked = _gold(train), _gold(held_out)
        passes: list[Pass] = []
        best, kept = 0, self.projection.detach().clone()
        with workers(train.device) as pool:
            while len(passes) < settings.epochs and len(passes) - best <= settings.patience:
                order = torch.randperm(len(train), generator=generator).tolist()
                passes.append(Pass(self._learn(train, gold, optimiser, order), self._mean_loss(held_out, asked, pool)))
                if len(passes) == 1 or passes[-1].held_out < passes[best].held_out:
                    best, kept = len(passes) - 1, self.projection.detach().clone()
                else:
                    optimiser.param_groups[0]["lr"] *= SLOWER
        with torch.no_grad():
            self.projection.copy_(kept)
        return Curve(tuple(passes), best, time.perf_counter() - began)

    def _learn(self, train: Batches, gold: Sequence[Tensor], optimiser: torch.optim.Optimizer, order: Sequence[int]) -> float:
        """One pass; the sum stays on the device until its end, because asking for it makes a GPU wait."""
        total = torch.zeros((), device=train.device)
        for at in order:
            optimiser.zero_grad(set_to_none=True)
            batch = train[at]
            loss = self.loss(batch, gold[at].to(train.device, torch.float32))
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            total += loss.detach() * len(batch.members)
        return float(total) / train.sentences

    def _mean_loss(self, batches: Batches, gold: Sequence[Tensor], pool: Workers) -> float:
        def one(at: int) -> float:
            batch = batches[at]
            with torch.no_grad():
                return float(self.loss(batch, gold[at].to(batches.device, torch.float32))) * len(batch.members)

        return sum(pool.map(one, range(len(batches)))) / batches.sentences


def tree_distances(heads: Sequence[int]) -> Int64[np.ndarray, "word word"]:
    """d_T(i, j): i's ancestors that are not j's and j's that are not i's, a word being its own ancestor. Trees that hang on one root side
    by side meet there.

    >>> tree_distances([1, -1, 1]).tolist()
    [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    """
    number = len(heads)
    above = np.zeros((number, number), dtype=np.int64)
    for word in range(number):
        at = word
        while at >= 0 and not above[word, at]:
            above[word, at] = 1
            at = heads[at]
    depth = above.sum(1)
    apart: Int64[np.ndarray, "word word"] = depth[:, None] + depth - 2 * above @ above.T
    return apart


def _size(batches: Batches) -> float:
    """The root of the mean square of all numbers in the hidden vectors; 1 where they are all 0."""
    assert batches.parsed.hidden is not None
    vectors = [batches.parsed.hidden[number] for group in batches.groups for number in group]
    square = sum(float(one.double().square().sum()) for one in vectors) / sum(one.numel() for one in vectors)
    return float(square**0.5) or 1.0


def _gold(batches: Batches) -> list[Tensor]:
    """The trees' distances, padded as the batches are; in 16 bits, because they are kept for all sentences."""
    found = []
    for group in batches.groups:
        width = max(len(batches.parsed.sentences[number].words) for number in group)
        table = torch.zeros(len(group), width, width, dtype=torch.int16)
        for row, number in enumerate(group):
            apart = tree_distances(batches.parsed.heads_of(number))
            table[row, : len(apart), : len(apart)] = torch.tensor(apart)
        found.append(table)
    return found


def undirected_scores(probe: Structural, parsed: Parsed, counts: Sequence[Counts] | None = None) -> list[Found]:
    """UUAS, sentence by sentence: edges found, of those between two words that count."""
    assert parsed.hidden is not None
    counts = [is_word(sentence) for sentence in parsed.sentences] if counts is None else counts
    return [
        found_edges(probe.edges(hidden, mine), parsed.heads_of(number), mine)
        for number, (hidden, mine) in enumerate(zip(parsed.hidden, counts, strict=True))
    ]


def share(found: Sequence[Found]) -> float:
    """Of all edges the share that was found; 0 where there is none."""
    return sum(one.right for one in found) / max(1, sum(one.total for one in found))


@dataclass(frozen=True)
class Fitted:
    """A structural probe of the layer that did best on held-out training sentences, and how every layer did there."""

    probe: Structural
    curve: Curve
    layer_scores: dict[int, float] = field(default_factory=dict)


def fit_structural(
    model: Model,
    rows: Sequence[Encoded],
    parsed: Parsed,
    *,
    layers: Sequence[int] | None = None,
    rank: int = RANK,
    settings: Settings = DESCENT,
    tried: int = TRIED,
    batch_size: int = BATCH,
    device: torch.device | str = "cpu",
    read: Read | None = None,
) -> Fitted:
    """Every layer (or some, 0 being the embeddings) is tried on `tried` sentences, evenly spaced; the one with the highest UUAS on
    held-out ones, the lower of equals, is then fitted on all. `read` makes hidden vectors in another way than one batch after the other."""
    make = read or (lambda numbers, wanted: in_order(model, [rows[number] for number in numbers], wanted, batch_size))
    candidates = list(range(number_of_layers(model) + 1)) if layers is None else list(layers)
    scores: dict[int, float] = {}
    layer = candidates[0]
    if len(candidates) > 1:
        some = _spaced(len(parsed), tried)
        states = make(some, candidates)
        for at, candidate in enumerate(candidates):
            hidden = [one[at] for one in states]
            scores[candidate] = _fit(_part(parsed, some, hidden), candidate, rank, settings, device)[2]
        layer = max(candidates, key=lambda one: (rounded(scores[one]), -one))
    everything = range(len(parsed))
    hidden = [one[0] for one in make(everything, [layer])]
    probe, curve, _ = _fit(_part(parsed, everything, hidden), layer, rank, settings, device)
    return Fitted(probe, curve, scores)


def _fit(
    parsed: Parsed, layer: int, rank: int, settings: Settings, device: torch.device | str
) -> tuple[Structural, Curve, float]:
    """The probe of one layer, and its UUAS on the part that was held out."""
    assert parsed.hidden is not None
    train, held = hold_out(parsed.documents)
    probe = Structural(parsed.hidden[0].shape[-1], rank, settings.seed, layer).to(device)
    batches = [Batches(parsed, part, size=settings.size, device=device) for part in (train, held)]
    curve = probe.fit(batches[0], batches[1], settings)
    return probe, curve, share(undirected_scores(probe, _part(parsed, held, [parsed.hidden[number] for number in held])))


def _part(parsed: Parsed, numbers: Sequence[int], hidden: Sequence[Float[Tensor, "_ feature"]]) -> Parsed:
    """Some of the sentences, with hidden vectors and without all else."""
    return replace(
        parsed,
        sentences=[parsed.sentences[number] for number in numbers],
        documents=[parsed.documents[number] for number in numbers],
        governors=None if parsed.governors is None else [parsed.governors[number] for number in numbers],
        maps=None,
        words=None,
        hidden=list(hidden),
    )


def _spaced(number: int, most: int) -> list[int]:
    """So many numbers below another, evenly spaced.

    >>> _spaced(10, 4), _spaced(3, 4)
    ([0, 2, 5, 7], [0, 1, 2])
    """
    return list(range(number)) if number <= most else [at * number // most for at in range(most)]
