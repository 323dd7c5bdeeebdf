"""Training the attention + words probe, batched over sentences of like length, beside a loop over single sentences; in one run.

    python benchmarks/probes.py TRAIN TEST [--model bundled] [--device cpu] [--threads 2] [--passes 1]

    one by one    every sentence a step: all pairs and heads of it at once, Adam 0.002, one pass, as published
    headscope     32 sentences a step (of 11,000), `--passes` passes, the rate falling to 0
    headscope     the same with the settings that `headscope probe` has by itself, until it stops

Maps and vectors are made before, and lie on the device; nothing but training is timed. All rows learn from the same sentences and are
scored on the same test sentences (UAS, punctuation left out).
"""

import argparse
import time
from dataclasses import replace

import torch
from torch import Tensor

from headscope.corpora import open_corpus
from headscope.models import load
from headscope.probes.attention_words import AttentionWords
from headscope.probes.fitting.features import CACHED, PAIRS, Batch, Batches, Parsed, table_of
from headscope.probes.fitting.scoring import UAS, counts, predict
from headscope.probes.fitting.settings import Settings
from headscope.probes.fitting.training import hold_out
from headscope.probes.probe import Shape
from headscope.probes.vectors.vectors import load_vectors
from headscope.runs.options import Options
from headscope.runs.probe_maps import make_maps, read_sentences


class OneByOne:
    """The formula for one sentence, vectorised over its pairs and heads, with the optimiser that the paper used."""

    def __init__(self, shape: Shape, device: torch.device) -> None:
        self.vectors = shape.vectors.to(device)
        heads, size = len(shape.heads), self.vectors.shape[1]
        sizes = ((heads, 2 * size), (heads, 2 * size), (2,), (size,))
        self.parameters = [torch.zeros(one, device=device, requires_grad=True) for one in sizes]
        self.parameters[2].data.fill_(1)
        self.optimiser = torch.optim.Adam(self.parameters, lr=0.002, fused=True)

    def scores(self, maps: Tensor, special: Tensor, words: Tensor) -> Tensor:
        w, u, root, root_vector = self.parameters
        v, size = self.vectors[words], self.vectors.shape[1]
        given = (maps * ((v @ w[:, :size].T)[:, None] + v @ w[:, size:].T)).sum(2)  # [i, j]: i governs, α_ij
        received = (maps * (v @ u[:, :size].T + (v @ u[:, size:].T)[:, None])).sum(2)  # [j, i]: α_ji
        of_root = (special * (v @ u[:, size:].T + root_vector @ u[:, :size].T)[:, None]).sum(2) @ root
        both = (given.T + received).fill_diagonal_(-torch.inf)
        return torch.cat([both, of_root[:, None]], 1)

    def train(self, sentences: list[Batch], seed: int) -> None:
        for at in torch.randperm(len(sentences), generator=torch.Generator().manual_seed(seed)).tolist():
            one = sentences[at]
            scores = self.scores(one.maps[0], one.special[0], one.words[0])
            loss = torch.nn.functional.cross_entropy(scores, one.governors[0])
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()


def _threads(shape: Shape, some: list[Batch]) -> int:
    """With how many threads the loop is faster: its operations are small, and sharing them out may cost more than it gains."""
    most, taken = torch.get_num_threads(), {}
    for threads in {1, most}:
        torch.set_num_threads(threads)
        began = time.perf_counter()
        OneByOne(shape, torch.device("cpu")).train(some, 0)
        taken[threads] = time.perf_counter() - began
    torch.set_num_threads(most)
    return min(taken, key=taken.__getitem__)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train")
    parser.add_argument("test")
    parser.add_argument("--model", default="bundled")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--passes", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    run(arguments.train, arguments.test, arguments.model, arguments.device, arguments.passes)


def run(train: str, test: str, name: str, where: str, passes: int) -> None:
    model = load(name, device=where, dtype="float32")
    parts = [read_sentences(open_corpus(path), model, Options()) for path in (train, test)]
    vectors = load_vectors(None, model, (word for part in parts for one in part.sentences for word in one.words))
    parsed = [
        Parsed(
            part.sentences,
            part.documents,
            make_maps(model, part.rows, Options(), label=part.corpus.name),
            [vectors.numbers(one.words) for one in part.sentences],
        )
        for part in parts
    ]
    shape = Shape(tuple(site.heads for site in model.sites), table_of(vectors.table))
    compare(parsed[0], parsed[1], shape, model.device, passes)


def compare(train: Parsed, test: Parsed, shape: Shape, device: torch.device, passes: int) -> None:
    members, held = hold_out(train.documents)
    cuda, settings = device.type == "cuda", Settings().settled(len(members))
    singles = [
        replace(one, maps=one.maps.float(), special=one.special.float())
        for one in Batches(train, members, size=1, device=device)
    ]
    pairs = PAIRS if cuda else CACHED
    batches = Batches(train, members, size=settings.size, device=device, keep=cuda, pairs=pairs)
    held_out = Batches(train, held, size=64, device=device, keep=cuda, pairs=pairs)
    tested = Batches(test, size=64, device=device, keep=cuda)
    for one in (batches, held_out, tested):
        list(one)  # on the device before anything is timed

    def clock() -> float:
        if cuda:
            torch.cuda.synchronize()
        return time.perf_counter()

    def uas(probe: AttentionWords) -> float:
        return 100 * counts(test, predict(probe, tested), ["argmax"])[UAS, "argmax"].value

    OneByOne(shape, device).train(singles[:50], 0)  # warms up
    threads = _threads(shape, singles[:500]) if not cuda else 0
    AttentionWords(shape).to(device).fit(Batches(train, members[:64], device=device), held_out, replace(settings, epochs=1))
    loop = OneByOne(shape, device)
    most = torch.get_num_threads()
    torch.set_num_threads(threads or most)
    began = clock()
    loop.train(singles, 0)
    alone = clock() - began
    torch.set_num_threads(most)
    same = AttentionWords(shape).to(device)  # the same parameters under the other roof, for scoring
    with torch.no_grad():
        for mine, theirs in zip((same.W, same.U, same.root, same.root_vector), loop.parameters, strict=True):
            mine.copy_(theirs)
    cores = "" if cuda else f", {most} threads, one by one with {threads}"
    print(f"{len(members):,} sentences, {len(shape.heads)} heads, vectors of {shape.vectors.shape[1]}, {device}{cores}")
    print(f"{'':28}{'passes':>8}{'seconds':>10}{'faster':>9}{'UAS':>8}")
    print(f"{'one by one':28}{1:8}{alone:10.2f}{1:8.1f}×{uas(same):8.2f}")
    for label, wanted in (
        (f"headscope, {passes} pass{'es' if passes > 1 else ''}", replace(settings, epochs=passes)),
        ("headscope, as by itself", settings),
    ):
        probe = AttentionWords(shape).to(device)
        began = clock()
        curve = probe.fit(batches, held_out, wanted)
        taken = clock() - began
        print(f"{label:28}{len(curve.passes):8}{taken:10.2f}{alone / taken:8.1f}×{uas(probe):8.2f}", flush=True)


if __name__ == "__main__":
    main()
