"""Products by oneDNN: the same figures as torch's own, forwards and back; what is not served is left alone; nothing outlives the `with`."""

import pytest
import torch
from torch import nn
from torch.nn.functional import linear

from headscope.models import products
from headscope.models.products import available, is_amd, quick_products
from headscope.models.tap import listening

CPU = torch.device("cpu")


@pytest.fixture
def served(monkeypatch):
    """As on a processor of AMD's, with a list of the products that oneDNN made."""
    available.cache_clear()
    monkeypatch.setattr(products, "is_amd", lambda: True)
    if not available():
        pytest.skip("this torch has no oneDNN")
    made, own = [], products._product

    def product(given, weight, bias):
        made.append(tuple(weight.shape))
        return own(given, weight, bias)

    monkeypatch.setattr(products, "_product", product)
    yield made
    available.cache_clear()


def draw(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)), dtype=torch.float64).to(dtype)


@pytest.mark.parametrize("shape", [(1, 7), (3, 5, 33), (2, 3, 4, 16), (130, 257)])
@pytest.mark.parametrize("with_bias", [True, False])
def test_products_are_right(served, shape, with_bias) -> None:
    given, weight = draw(*shape), draw(19, shape[-1])
    bias = draw(19) if with_bias else None
    exact = linear(given.double(), weight.double(), None if bias is None else bias.double())
    with quick_products(CPU), torch.inference_mode():
        found = linear(given, weight, bias)
        turned = linear(given.transpose(0, -2).contiguous().transpose(0, -2), weight, bias)
    assert served == [(19, shape[-1])] * 2
    torch.testing.assert_close(found.double(), exact, rtol=1e-5, atol=1e-4)
    torch.testing.assert_close(turned, found, rtol=1e-5, atol=1e-4)


def test_the_way_back_is_that_of_torch(served) -> None:
    layers = nn.Sequential(nn.Linear(12, 20), nn.GELU(), nn.Linear(20, 5, bias=False)).requires_grad_(False)
    found = []
    for quick in (False, True):
        given = draw(2, 6, 12).requires_grad_(True)
        if quick:
            with quick_products(CPU):
                output = layers(given)
        else:
            output = layers(given)
        output.square().sum().backward()  # outside the `with`, as a loss is
        found.append((output.detach(), given.grad))
    assert served == [(20, 12), (5, 20), (20, 5), (12, 20)]
    for one, other in zip(*found, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-5)


def test_what_is_not_served_is_left_to_torch(served) -> None:
    """Weights that learn, other dtypes, tensors of another kind, one vector, nothing."""

    class Other(torch.Tensor):
        pass

    trained = nn.Linear(4, 3)
    with quick_products(CPU):
        assert trained(draw(2, 4)).requires_grad
        for dtype in (torch.float64, torch.bfloat16):
            assert linear(draw(2, 4, dtype=dtype), draw(3, 4, dtype=dtype)).dtype == dtype
        linear(draw(2, 4).as_subclass(Other), draw(3, 4))
        assert linear(draw(4), draw(3, 4)).shape == (3,)
        assert linear(draw(0, 4), draw(3, 4)).shape == (0, 3)
        with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
            linear(draw(2, 5, dtype=torch.float64), draw(3, 4, dtype=torch.float64))
    assert served == []


def test_it_ends_with_the_pass_and_can_be_switched_off(served, monkeypatch) -> None:
    given, weight = draw(2, 4), draw(3, 4)
    with listening(lambda *_: None, device=CPU):
        linear(given, weight)
    linear(given, weight)
    for device in (None, torch.device("cuda")):  # of another device's model, or of none
        with listening(lambda *_: None, device=device):
            linear(given, weight)
    monkeypatch.setattr(torch.backends.mkldnn, "enabled", False)
    with listening(lambda *_: None, device=CPU):
        linear(given, weight)
    assert served == [(3, 4)]


def test_an_op_that_is_wrong_or_missing_is_not_used(monkeypatch) -> None:
    monkeypatch.setattr(products, "is_amd", lambda: True)
    for wrong in (lambda *_: torch.zeros(2, 9, 24), lambda *_: torch.ops.mkldnn.no_such_op()):
        available.cache_clear()
        monkeypatch.setattr(products, "_product", wrong)
        assert not available()
    available.cache_clear()


@pytest.mark.parametrize(
    ("vendor", "amd"), [("AuthenticAMD", True), ("HygonGenuine", True), ("GenuineIntel", False), (None, False)]
)
def test_who_made_the_processor(tmp_path, monkeypatch, vendor, amd) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text("processor\t: 0\n" + (f"vendor_id\t: {vendor}\n" if vendor else "CPU implementer\t: 0x41\n"))
    assert is_amd(path) is amd
    monkeypatch.setattr("platform.processor", lambda: f"Family 25 Model 33, {vendor}")
    assert is_amd(tmp_path / "none") is (vendor == "AuthenticAMD")  # where the system has no such file
