"""When Triton is spared its look at the arguments of a kernel: only where an earlier call's were alike in all that it looks at."""

from typing import Any

import pytest
import torch

from headscope.models.fused import triton_kernel


class Kernel:
    """Counts what is made; what is made counts its launches."""

    def __init__(self) -> None:
        self.made, self.again = 0, 0

    def __getitem__(self, grid: tuple[int, int, int]) -> Any:
        def make(*arguments: Any, **constants: Any) -> Any:
            self.made += 1
            return {grid: self.launch}

        return make

    def launch(self, *arguments: Any) -> None:
        self.again += 1
        self.last = arguments


@pytest.fixture
def launch(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(triton_kernel, "_made", {})
    kernel, grid = Kernel(), (2, 3, 1)

    def run(tensor: torch.Tensor, number: int = 7, wide: int = 32, warps: int = 4) -> tuple[int, int]:
        triton_kernel._launch(kernel, grid, (tensor, number), {"WIDE": wide}, num_warps=warps)
        return kernel.made, kernel.again

    run.kernel = kernel
    return run


def test_like_arguments_are_not_looked_at_again(launch) -> None:
    first, second = torch.zeros(64), torch.ones(64)
    assert launch(first) == (1, 0)
    assert launch(second) == (1, 1)
    assert launch.kernel.last[0] is second and launch.kernel.last[1:] == (7, 32), "its own arguments, constants last"


def test_what_triton_makes_another_kernel_for_is_looked_at(launch) -> None:
    """Another number, constant, dtype or number of warps; a tensor that begins between two multiples of 16 bytes."""
    room = torch.zeros(64)
    launch(room)
    for others in ({"number": 8}, {"wide": 64}, {"warps": 8}):
        before = launch.kernel.made
        assert launch(room, **others)[0] == before + 1, others
    for other in (room.double(), room[1:]):
        before = launch.kernel.made
        assert launch(other)[0] == before + 1
    assert launch.kernel.again == 0


def test_it_forgets_before_it_knows_too_many(launch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triton_kernel, "CALLS", 3)
    for number in range(20):
        launch(torch.zeros(4), number)
    assert len(triton_kernel._made) <= 3
