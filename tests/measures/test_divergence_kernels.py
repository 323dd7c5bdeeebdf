"""Divergence between heads: every road against the definition, written out here as loops."""

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import log

import numpy as np
import pytest
import torch
from torch import Tensor

from headscope import compiler
from headscope.errors import HeadscopeError
from headscope.measures.kernels import choose, compiled, pairwise_divergence, triton_kernel

ROADS = ["plain", "compiled"] + (["triton"] if torch.cuda.is_available() else [])
FLOAT32_PER_TOKEN = 1e-7  # nats: what float32 cannot tell from 0 between rows that are nearly equal

Divergence = Callable[..., Tensor]


@pytest.fixture(params=ROADS)
def divergence(request) -> Divergence:
    """One road, with float32 maps; it must be the road itself, not its fallback."""

    def compute(maps: Tensor, lengths: list[int], smoothing: float = 0.0) -> Tensor:
        on = maps.float().to("cuda" if request.param == "triton" else "cpu")
        found = pairwise_divergence(on, lengths, smoothing, road=request.param)
        assert not compiled.KERNEL.refusal.given and not triton_kernel.refusal.given
        assert found.dtype == torch.float64
        return found.cpu()

    return compute


def oracle(maps: np.ndarray, smoothing: float = 0.0) -> np.ndarray:
    """Σ_i JS from the definition, one number at a time; maps [head, n, n] of one item without padding."""
    heads, n = maps.shape[:2]

    def entropy(row: list[float]) -> float:
        return -sum(weight * log(weight) for weight in row if weight > 0)

    found = np.zeros((heads, heads))
    for a in range(heads):
        for b in range(heads):
            for i in range(n):
                p = [(1 - smoothing) * float(weight) + smoothing / n for weight in maps[a, i]]
                q = [(1 - smoothing) * float(weight) + smoothing / n for weight in maps[b, i]]
                mean = [(x + y) / 2 for x, y in zip(p, q, strict=True)]
                found[a, b] += entropy(mean) - (entropy(p) + entropy(q)) / 2
    return found


def random_maps(seed: int, *shape: int, whole: bool = True) -> Tensor:
    """Maps [..., n, n], exact in float32, in which some weights are 0 and, unless `whole`, some rows sum to less than 1."""
    random = np.random.default_rng(seed)
    full = (*shape, shape[-1])
    maps = random.gamma(0.3, size=full) * (random.random(full) > 0.3)
    maps[..., 0] += maps.sum(-1) == 0
    maps /= maps.sum(-1, keepdims=True)
    if not whole:
        maps *= np.where(random.random(shape) < 0.3, random.random(shape), 1)[..., None]
    return torch.tensor(maps, dtype=torch.float32).double()


@pytest.mark.parametrize("smoothing", [0.0, 0.001])
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("n", [1, 2, 5, 13])
def test_plain_float64_is_the_definition(n: int, whole: bool, smoothing: float) -> None:
    maps = random_maps(n, 1, 4, n, whole=whole)
    found = pairwise_divergence(maps, [n], smoothing)[0].numpy()
    np.testing.assert_allclose(found, oracle(maps[0].numpy(), smoothing), rtol=1e-12, atol=1e-15 * n)


@pytest.mark.parametrize("smoothing", [0.0, 0.001])
@pytest.mark.parametrize("n", [5, 13, 24])
def test_every_road_is_the_definition(divergence: Divergence, n: int, smoothing: float) -> None:
    maps = random_maps(n, 1, 4, n)
    expected = oracle(maps[0].numpy(), smoothing)
    assert expected[~np.eye(4, dtype=bool)].min() > 0.1 * n  # heads that differ: the relative bound means something
    np.testing.assert_allclose(divergence(maps, [n], smoothing)[0].numpy(), expected, rtol=1e-6, atol=0)


@pytest.mark.parametrize("heads, n", [(2, 1), (3, 2), (9, 22), (20, 23), (12, 50), (5, 91), (64, 64)])
def test_every_road_equals_plain_float64(divergence: Divergence, heads: int, n: int) -> None:
    """Lengths on both sides of a strip's width and of a call's worth of strips."""
    maps = random_maps(n, 3, heads, n, whole=False)
    lengths = [n, max(1, n - 1), max(1, n // 2)]
    expected = pairwise_divergence(maps, lengths)
    torch.testing.assert_close(divergence(maps, lengths), expected, rtol=1e-6, atol=FLOAT32_PER_TOKEN * n)


def test_flat_attention_keeps_its_digits(divergence: Divergence) -> None:
    """Nearly even attention, as of an untrained model: entropies near ln n, of which little is left."""
    maps = (torch.randn(1, 6, 100, 100, generator=torch.Generator().manual_seed(0)) * 0.3).softmax(-1).double()
    expected = pairwise_divergence(maps, [100])
    apart = ~torch.eye(6, dtype=torch.bool)
    assert expected[0][apart].max() < 0.03 * 100
    torch.testing.assert_close(divergence(maps, [100])[0][apart], expected[0][apart], rtol=2e-6, atol=0)


def test_symmetric_zero_with_itself_and_bounded(divergence: Divergence) -> None:
    maps = random_maps(1, 2, 8, 17, whole=False)
    found = divergence(maps, [17, 9])
    assert torch.equal(found, found.mT)
    assert not found.diagonal(dim1=1, dim2=2).any()
    assert (found >= 0).all()
    assert (found <= log(2) * torch.tensor([17, 9])[:, None, None]).all()


def test_equal_heads_are_exactly_0_apart_and_nearly_equal_ones_not_negative(divergence: Divergence) -> None:
    maps = random_maps(2, 1, 3, 30)[:, [0, 1, 0, 2, 2]]
    maps[0, 4] = torch.nextafter(maps[0, 4].float(), torch.ones(())).double()
    found = divergence(maps, [30])[0]
    assert found[0, 2] == 0
    assert torch.equal(found[0], found[2])
    assert 0 <= found[3, 4] < FLOAT32_PER_TOKEN * 30


def test_heads_that_look_at_different_tokens_are_ln_2_a_token_apart(divergence: Divergence) -> None:
    n = 11
    current, following = torch.eye(n), torch.eye(n).roll(1, dims=1)
    found = divergence(torch.stack([current, following])[None], [n])[0]
    torch.testing.assert_close(found[0, 1].item(), n * log(2), rtol=1e-7, atol=0)


def test_one_token_gives_nothing_to_differ_in(divergence: Divergence) -> None:
    assert not divergence(torch.ones(2, 3, 1, 1), [1, 1]).any()
    assert divergence(torch.ones(2, 1, 4, 4) / 4, [4, 4]).shape == (2, 1, 1)


def test_padding_changes_nothing(divergence: Divergence) -> None:
    n, longest = 12, 19
    maps = random_maps(3, 1, 5, n)
    padded = torch.zeros(1, 5, longest, longest, dtype=torch.float64)
    padded[..., :n, :n] = maps
    padded[..., n:, :] = float("nan")  # rows of padding hold anything
    alone, within = divergence(maps, [n], 0.001), divergence(padded, [n], 0.001)
    torch.testing.assert_close(within, alone, rtol=1e-6, atol=0)
    exact = pairwise_divergence(padded, [n]) - pairwise_divergence(maps, [n])
    assert exact.abs().max() < 1e-9


def test_order_of_items_and_heads(divergence: Divergence) -> None:
    maps, lengths = random_maps(4, 3, 6, 20), [20, 13, 17]
    for b, n in enumerate(lengths):
        maps[b, :, :, n:] = 0
    found = divergence(maps, lengths)
    assert torch.equal(divergence(maps[[2, 0, 1]], [17, 20, 13]), found[[2, 0, 1]])
    order = torch.tensor([3, 5, 0, 1, 4, 2])
    torch.testing.assert_close(divergence(maps[:, order], lengths), found[:, order][:, :, order], rtol=1e-6, atol=1e-9)


def test_its_root_is_a_distance(divergence: Divergence) -> None:
    """√ of the mean divergence satisfies the triangle inequality."""
    root = (divergence(random_maps(5, 1, 12, 16), [16])[0] / 16).sqrt()
    assert (root[:, None, :] <= root[:, :, None] + root[None, :, :] + 1e-9).all()


def test_the_road_goes_by_device_and_precision() -> None:
    maps = random_maps(6, 1, 2, 4)
    assert choose(maps) == "plain"
    assert choose(maps.float()) == choose(maps.half()) == choose(maps.bfloat16()) == "compiled"
    assert choose(maps.float().to("meta")) == "plain"
    widened = pairwise_divergence(maps.half(), [4])
    torch.testing.assert_close(widened, pairwise_divergence(maps.half().double(), [4]), rtol=1e-6, atol=1e-7)


def test_the_callers_mode_does_not_matter() -> None:
    maps = random_maps(7, 1, 3, 30).float()
    expected = pairwise_divergence(maps, [30])
    with torch.inference_mode():
        assert torch.equal(pairwise_divergence(maps.clone(), [30]), expected)
    assert torch.equal(pairwise_divergence(maps.clone().requires_grad_(), [30]), expected)
    assert not pairwise_divergence(maps.clone().requires_grad_(), [30], road="plain").requires_grad


def test_workers_side_by_side_get_the_same() -> None:
    tasks = [random_maps(seed, 1, 10, 20 + 7 * seed).float() for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda maps: pairwise_divergence(maps, [maps.shape[-1]]), tasks))
    for maps, got in zip(tasks, found, strict=True):
        assert torch.equal(got, pairwise_divergence(maps, [maps.shape[-1]]))


@pytest.mark.parametrize("processor", ["DEFAULT", "AVX2", "AVX512", "one that nobody knows"])
def test_every_processor_has_code_of_its_own(fresh, processor: str, monkeypatch) -> None:
    here = torch.backends.cpu.get_cpu_capability()
    if processor in compiler.PROCESSORS and here not in ("AVX512", processor):
        pytest.skip(f"this processor is {here}")
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: processor)
    maps = random_maps(10, 1, 9, 40)
    torch.testing.assert_close(
        pairwise_divergence(maps.float(), [40], road="compiled"), pairwise_divergence(maps, [40]), rtol=1e-6, atol=4e-6
    )
    assert not compiled.KERNEL.refusal.given


@pytest.mark.slow
def test_the_kernel_is_compiled_for_what_torch_may_use_and_leaves_nothing_behind(tmp_path) -> None:
    """A compiler of the test's own tells what it was asked for; torch is told to do without vectors."""
    compiler, said = tmp_path / "compiler", tmp_path / "said"
    compiler.write_text(f'#!/bin/sh\necho "$@" > {said}\nexec cc "$@"\n')
    compiler.chmod(0o755)
    folder = tmp_path / "temporary"
    folder.mkdir()
    code = "from headscope.measures.kernels import compiled; assert compiled.KERNEL.ready() is not None"
    outside = os.environ | {"ATEN_CPU_CAPABILITY": "default", "TMPDIR": str(folder), "CC": str(compiler)}
    done = subprocess.run([sys.executable, "-c", code], env=outside, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    assert str(folder) in said.read_text() and "-mavx" not in said.read_text()
    assert not list(folder.iterdir())


@pytest.fixture
def fresh(monkeypatch) -> None:
    """As in a process that has not compiled anything."""
    compiler._compiled.cache_clear()
    monkeypatch.setattr(compiled, "KERNEL", compiler.Kernel(compiled._make, compiled.KERNEL.refusal.remark))


def one_remark(caplog) -> str:
    """What is said once, and the plain version's figures, where the kernel can't be had."""
    maps = random_maps(8, 2, 3, 6).float()
    with caplog.at_level(logging.WARNING, logger="headscope"):
        found = [pairwise_divergence(maps, [6, 4]) for _ in range(2)]
    assert torch.equal(found[0], found[1]) and torch.equal(found[0], pairwise_divergence(maps, [6, 4], road="plain"))
    [said] = [record.getMessage() for record in caplog.records]
    start = "Divergence takes many times as long as it could, for want of a compiled kernel: "
    assert said.startswith(start)
    return said.removeprefix(start)


def test_without_a_compiler_the_plain_version_and_one_remark(fresh, monkeypatch, caplog, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert one_remark(caplog) == "there is no C compiler (cc, gcc, clang) on PATH"


def test_a_compiler_that_fails_is_told_of_in_one_line(fresh, monkeypatch, caplog, tmp_path) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho 'No header files.' >&2\necho 'A long story follows.' >&2\nexit 3\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    assert one_remark(caplog) == f"{compiler} failed with exit status 3: No header files."


def test_a_kernel_that_is_wrong_is_not_used(fresh, monkeypatch, caplog, tmp_path) -> None:
    wrong = tmp_path / "wrong.c"
    wrong.write_text(compiled.SOURCE.read_text().replace("x * logarithm(x)", "x"))
    monkeypatch.setattr(compiled, "SOURCE", wrong)
    assert "nats on a known case" in one_remark(caplog)


def test_wrong_arguments_are_named() -> None:
    maps = random_maps(9, 2, 2, 4)
    for lengths in ([4], [4, 5], [0, 4]):
        with pytest.raises(HeadscopeError, match="Expected 2 lengths from 1 to 4"):
            pairwise_divergence(maps, lengths)
    with pytest.raises(HeadscopeError, match="smoothing from 0 to 1; got 2"):
        pairwise_divergence(maps, [4, 4], 2.0)
    assert pairwise_divergence(maps[:0], []).shape == (0, 2, 2)


@pytest.mark.slow
def test_importing_compiles_nothing() -> None:
    code = (
        "import sys, headscope.measures.kernels.triton_kernel\nfrom headscope.measures.kernels import compiled\n"
        "print([name for name in ('torch._inductor', 'torch._dynamo') if name in sys.modules], compiled.KERNEL.made)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[] None", done.stderr
