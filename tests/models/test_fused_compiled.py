"""The kernel in C: bits that depend on a row alone, code for every processor, and the plain road where there is no kernel."""

import ctypes
import logging
from dataclasses import replace

import pytest
import torch
from tests.models.fused_cases import cases, errors, make_norms, make_request

from headscope import compiler
from headscope.models.fused import Inputs, compiled, plain
from headscope.rows import SINGLE, Request, Rows, Spans

CASES = {name: inputs for name, inputs in cases() if inputs.softcap is None}


def figures_of(inputs: Inputs, request: Request) -> list[torch.Tensor]:
    output, rows, moved = compiled.attend_and_move(inputs, request, make_norms(inputs))
    assert isinstance(moved, Rows) and rows.pieces is not None and moved.pieces is not None
    return [output, rows.figures, rows.pieces, moved.figures, moved.pieces]


@pytest.fixture
def threads():
    """Sets torch's threads, for one test."""
    before = torch.get_num_threads()
    yield torch.set_num_threads
    torch.set_num_threads(before)


@pytest.mark.parametrize("name", CASES)
def test_threads_change_no_bit(name: str, threads) -> None:
    """Two threads share heads; sixty-four, of which there are more than heads, share the queries of each."""
    found = []
    for number in (1, 2, 64):
        threads(number)
        found.append(figures_of(CASES[name], make_request(CASES[name])))
    for others in found[1:]:
        assert all(torch.equal(one, other) for one, other in zip(found[0], others, strict=True))


@pytest.mark.parametrize("own", [True, False], ids=["threads of our own", "torch's OpenMP"])
def test_whoever_runs_the_threads_no_bit_changes(own: bool, threads, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where torch's OpenMP is not found, threads of our own do the work; the same kernel, the same bits."""
    if not own and compiler.parallel() is None:
        pytest.skip("torch has another OpenMP than GNU's here")
    inputs = CASES["padded"]
    request = make_request(inputs)
    threads(1)
    expected = figures_of(inputs, request)
    if own:
        monkeypatch.setattr(compiler, "parallel", lambda: None)
    monkeypatch.setattr(compiled, "KERNEL", compiler.Kernel(compiled._make, "no kernel"))
    threads(3)
    assert all(torch.equal(one, other) for one, other in zip(expected, figures_of(inputs, request), strict=True))
    assert compiled.KERNEL.made is not None


@pytest.mark.parametrize(
    ("loaded", "found"),
    [((), False), (("torch",), True), (("elsewhere",), True), (("torch", "elsewhere"), True), (("one", "another"), False)],
    ids=["none", "torch's", "the system's", "torch's beside another's", "two of others"],
)
def test_which_openmp_is_taken(loaded, found, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """torch's own, wherever it lies; the only one, where torch brings none; never one of two that may not be torch's."""
    asked = []

    class Library:
        def __init__(self, path: str) -> None:
            asked.append(path)
            self.GOMP_parallel = ctypes.CFUNCTYPE(None)(lambda: None)

    home = tmp_path / "site-packages" / "torch"
    lies = {"torch": home / "lib", **{name: tmp_path / "opt" / "torch" / name for name in ("elsewhere", "one", "another")}}
    lines = [f"7f00-7f01 r-xp 00000000 08:01 1234 {lies[name]}/libgomp-{name}.so.1\n" for name in loaded]
    (tmp_path / "maps").write_text("".join([*lines, *lines, "7f02-7f03 rw-p 00000000 00:00 0\n"]))
    monkeypatch.setattr(compiler, "MAPPED", tmp_path / "maps")
    monkeypatch.setattr(compiler.torch, "__file__", str(home / "__init__.py"))
    monkeypatch.setattr(compiler.ctypes, "CDLL", Library)
    assert (compiler.parallel.__wrapped__() is not None) is found
    assert len(asked) == found and ("torch" not in loaded or asked[0].endswith("libgomp-torch.so.1"))


def test_neither_padding_nor_other_texts_change_a_bit() -> None:
    inputs = CASES["padded"]
    assert inputs.spans is not None
    kinds = make_request(inputs).kinds
    _, together, _ = compiled.attend_and_move(inputs, Request(kinds, (-1, 2)), None)
    for unit in range(len(kinds)):
        length = int(inputs.spans.high[unit, 0])
        here = slice(unit, unit + 1), slice(None), slice(0, length)
        alone = Inputs(None, *(part[here] for part in (inputs.query, inputs.key, inputs.value)), inputs.scaling)
        _, rows, _ = compiled.attend_and_move(alone, Request(kinds[unit : unit + 1, :length], (-1, 2)), None)
        shown = together.figures[:, unit : unit + 1, :, :length].clone()
        shown[-1, ..., -2:] = 0  # two tokens ahead of the last lies padding, which has no weight
        assert torch.equal(rows.figures, shown)


def test_what_lies_how_in_memory_changes_nothing() -> None:
    """Heads beside one another as models have them, one after the other, and with features apart; a bias that is shared, and one that lies
    the other way round."""
    inputs = CASES["alibi"]
    request = make_request(inputs)
    expected = figures_of(inputs, request)
    beside = [part.transpose(1, 2).contiguous().transpose(1, 2) for part in (inputs.query, inputs.key, inputs.value)]
    apart = [part.transpose(-1, -2).contiguous().transpose(-1, -2) for part in (inputs.query, inputs.key, inputs.value)]
    assert inputs.bias is not None
    turned = inputs.bias.expand(inputs.shape).transpose(-1, -2).contiguous().transpose(-1, -2)
    others = [replace(inputs, query=query, key=key, value=value) for query, key, value in (beside, apart)]
    for other in [*others, replace(inputs, bias=turned)]:
        assert all(torch.equal(one, two) for one, two in zip(expected, figures_of(other, request), strict=True))


def test_queries_that_see_nothing_give_zeros() -> None:
    inputs = CASES["plain"]
    nothing = torch.zeros(inputs.shape[0], inputs.shape[2], dtype=torch.int32)
    output, rows, _ = compiled.attend_and_move(
        replace(inputs, spans=Spans(nothing, nothing, inputs.shape[3])), make_request(inputs), None
    )
    assert (output == 0).all() and (rows.figures == 0).all()


def test_what_is_no_number_shows_in_every_row_that_sees_it() -> None:
    """A model that overflows must not get figures from what is left. The kernel gives the rows before it, which do not see it, theirs."""
    inputs = CASES["causal"]
    key = inputs.key.clone()
    key[0, 1, 20, 3] = float("nan")
    for road in (compiled, plain):
        output, rows, moved = road.attend_and_move(replace(inputs, key=key), make_request(inputs), make_norms(inputs))
        assert moved is not None
        figures = [one.figures[: SINGLE + 5, 0, 1].movedim(0, -1) for one in (rows, moved)]  # not distances: those ahead are 0
        for found in (output[0, 1], *figures):
            assert found[20:].isnan().all() and (road is plain or found[:20].isfinite().all())
        assert output[1:].isfinite().all() and rows.figures[:, :, 0].isfinite().all()


def test_other_attention_takes_the_plain_road() -> None:
    """Soft caps, and float64, which is never narrowed."""
    assert not compiled.serves(replace(CASES["plain"], softcap=3.0))
    [double] = [inputs for name, inputs in cases(torch.float64) if name == "plain"]
    output, rows, _ = compiled.attend_and_move(double, make_request(double), None)
    assert output.dtype == rows.figures.dtype == torch.float64
    assert max(errors(lambda *given: compiled.attend_and_move(*given, None)[:2], double).values()) < 1e-12


@pytest.fixture
def fresh(monkeypatch) -> None:
    """As in a process that has not compiled anything."""
    compiler._compiled.cache_clear()
    monkeypatch.setattr(compiled, "KERNEL", compiler.Kernel(compiled._make, compiled.KERNEL.refusal.remark))


@pytest.mark.parametrize("processor", ["DEFAULT", "AVX2", "AVX512"])
@pytest.mark.parametrize("name", CASES)
def test_every_processor_has_code_of_its_own(processor: str, name: str, monkeypatch) -> None:
    here = torch.backends.cpu.get_cpu_capability()
    if processor in compiler.PROCESSORS and here not in ("AVX512", processor):
        pytest.skip(f"this processor is {here}")
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: processor)
    monkeypatch.setattr(compiled, "KERNEL", compiler.Kernel(compiled._make, ""))
    found = errors(lambda *given: compiled.attend_and_move(*given, None)[:2], CASES[name])
    assert max(found.values()) < 1e-5 and not compiled.KERNEL.refusal.given, found


def one_remark(caplog) -> str:
    """What is said once, and the plain version's figures, where the kernel can't be had."""
    inputs = CASES["causal"]
    request = make_request(inputs)
    with caplog.at_level(logging.WARNING, logger="headscope"):
        found = [compiled.attend_and_move(inputs, request, None) for _ in range(2)]
    for output, rows, _ in found:
        right = plain.attend(inputs, request)
        assert torch.equal(output, right[0]) and torch.equal(rows.figures, right[1].figures)
    [said] = [record.getMessage() for record in caplog.records]
    return str(said)


def test_without_a_compiler_the_plain_version_and_one_remark(fresh, monkeypatch, caplog, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert one_remark(caplog) == (
        "Attention takes longer than it could, for want of a compiled kernel: there is no C compiler (cc, gcc, clang) on PATH"
    )


@pytest.mark.parametrize(("right", "wrong"), [("p * f + 0.5f", "p * f + 0.4f"), ("found.log_whole * mine", "found.log_whole")])
def test_a_kernel_that_is_wrong_is_not_used(fresh, monkeypatch, caplog, tmp_path, right: str, wrong: str) -> None:
    path, text = tmp_path / "wrong.c", compiled.SOURCE.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong))
    monkeypatch.setattr(compiled, "SOURCE", path)
    assert "on a known case" in one_remark(caplog)
