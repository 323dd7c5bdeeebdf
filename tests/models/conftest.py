"""Tiny models with random weights, one a family, and the way from them to headscope's `Model`."""

import copy
import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
import transformers
from torch import nn
from transformers import AutoTokenizer

from headscope.models import Model
from headscope.models.bundled import FOLDER
from headscope.models.check import connect
from headscope.tokens import Encoded, Encoder, TokenBatch, collate

SEED = 20
LENGTHS = (11, 4, 7)


def _families() -> ModuleType:
    spec = importlib.util.spec_from_file_location("headscope_test_families", Path(__file__).with_name("families.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


families = _families()


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """transformers has much to say about tiny configs."""
    logging = transformers.utils.logging
    before = logging.get_verbosity()
    logging.set_verbosity_error()
    yield
    logging.set_verbosity(before)


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    return Encoder(AutoTokenizer.from_pretrained(FOLDER))


@pytest.fixture(scope="session")
def build() -> Callable[[str], nn.Module]:
    """A family's model, the same every time; in float64 where it can be, so that rounding hides nothing."""

    def make(family: str) -> nn.Module:
        torch.manual_seed(SEED)
        module = families.FAMILIES[family]().eval()
        return module if family in families.SINGLE else module.double()

    return make


@pytest.fixture(scope="session")
def connected(build: Callable[[str], nn.Module], encoder: Encoder) -> Callable[..., Model]:
    """A family's model as `load` would hand it over."""

    def make(family: str, module: nn.Module | None = None) -> Model:
        return connect(Model(family, build(family) if module is None else module, encoder))

    return make


@pytest.fixture(scope="session")
def make_batch() -> Callable[[Model], TokenBatch]:
    """Three rows of unequal length; where there is a decoder, it reads them too, behind its first token."""

    def make(model: Model) -> TokenBatch:
        random = torch.Generator().manual_seed(SEED)
        rows = [torch.randint(5, families.VOCABULARY, (n,), generator=random).tolist() for n in LENGTHS]
        types = [(0,) * (n // 2) + (1,) * (n - n // 2) for n in LENGTHS]
        units = [Encoded("d", tuple(row), kinds, kinds) for row, kinds in zip(rows, types, strict=True)]
        return collate(units, model.encoder, start=model.start)

    return make


@pytest.fixture(scope="session")
def reference() -> Callable[..., tuple[dict[tuple[str, int], torch.Tensor], Any]]:
    """The model's own account, from a copy of it with plain attention: maps by stack and layer, and its outputs."""

    @torch.inference_mode()
    def ask(module: nn.Module, inputs: dict[str, Any], alone: str) -> tuple[dict[tuple[str, int], torch.Tensor], Any]:
        eager = copy.deepcopy(module)
        if eager.config._attn_implementation != "eager":
            eager.set_attn_implementation("eager")
        outputs = eager(**inputs, output_attentions=True, return_dict=True)
        fields = {alone: "attentions"}
        if eager.config.is_encoder_decoder:
            fields = {stack: f"{stack}_attentions" for stack in ("encoder", "decoder", "cross")}
        return {(stack, n): maps for stack, field in fields.items() for n, maps in enumerate(outputs[field])}, outputs

    return ask


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """A model and the bundled tokenizer, saved as a user would have them."""

    def save(module: Any, name: str = "tiny", tokenizer: bool = True) -> Path:
        path = tmp_path_factory.mktemp("models") / name
        transformers.utils.logging.disable_progress_bar()
        module.save_pretrained(path)
        transformers.utils.logging.enable_progress_bar()
        if tokenizer:
            AutoTokenizer.from_pretrained(FOLDER).save_pretrained(path)
        return path

    return save
