"""Tiny models with random weights, one a family, and the way from them to headscope's `Model`."""

import copy
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from headscope.models.connect import connect
from headscope.tokens import Encoded, Encoder, TokenBatch, collate

SEED = 20
LENGTHS = (11, 4, 7)


def _families() -> ModuleType:
    spec = importlib.util.spec_from_file_location("headscope_test_families", Path(__file__).with_name("families.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


families = _families()


@pytest.fixture(scope="session", name="families")
def _known_families() -> ModuleType:
    return families


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a `family` gets every one that is served, unless it says which; for a `tapped` one, those that the tap
    serves and whose masks it is given; for a `two_sided` one, those of which some stack sees both ways."""
    groups = {
        "family": list(families.SERVED),
        "tapped": [name for name, known in families.SERVED.items() if expected_road(known) == "tap" and name not in OWN_MASKS],
        "two_sided": [name for name, known in families.SERVED.items() if "encoder" in known.stacks],
    }
    for group, names in groups.items():
        marked = any(group in str(mark.args[0]) for mark in metafunc.definition.iter_markers("parametrize"))
        if group in metafunc.fixturenames and not marked:
            metafunc.parametrize(group, names)


OLDEST = transformers.__version__.startswith("5.0.")
# There, OPT makes its masks itself, and Gemma 2's default attention is not what its plain attention is.
OWN_MASKS = ("opt", "gemma2") if OLDEST else ()


def expected_road(known: Any) -> str:
    """The road that a family should take with the transformers that is here."""
    return str((OLDEST and known.oldest) or known.road)


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
        known = families.FAMILIES[family]
        module = known.make().eval()
        return module if known.single else module.double()

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
    """The model's own account, from a copy of it with plain attention: maps by stack and layer, and its outputs. Windows, which
    transformers returns as bands, are worked out once more from queries and keys."""

    @torch.inference_mode()
    def ask(family: str, module: nn.Module, inputs: dict[str, Any]) -> tuple[dict[tuple[str, int], torch.Tensor], Any]:
        known, eager = families.FAMILIES[family], copy.deepcopy(module)
        if eager.config._attn_implementation != "eager":
            eager.set_attn_implementation("eager")
            eager.config._attn_implementation = "eager"  # Falcon refuses to be asked, and then adds a mask of True and False
        with dense_windows(eager, inputs) as windows:
            outputs = eager(**inputs, output_attentions=True, return_dict=True)
        several = len(known.stacks) > 1
        maps = {}
        for stack in known.stacks:
            mine = [one for one in outputs[f"{stack}_attentions" if several else "attentions"] if one is not None]
            mine = windows if windows and stack == "encoder" else mine
            maps |= {(stack, layer): one for layer, one in enumerate(mine)}
        return maps, outputs

    return ask


@contextmanager
def dense_windows(module: nn.Module, inputs: dict[str, Any]) -> Iterator[list[torch.Tensor]]:
    """Inside, what Longformer's layers should attend to: softmax of q·k over the real tokens of a window, pair by pair, by plain
    arithmetic."""
    found: list[torch.Tensor] = []
    real = inputs["attention_mask"].bool()

    def note(layer: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        hidden = (arguments[0] if arguments else named["hidden_states"])[:, : real.shape[1]]
        heads, size = layer.num_heads, layer.head_dim
        query, key = (part(hidden).unflatten(-1, (heads, size)).transpose(1, 2) for part in (layer.query, layer.key))
        logits = query @ key.transpose(-1, -2) / size**0.5
        at = torch.arange(real.shape[1])
        near = (at[:, None] - at).abs() <= layer.one_sided_attn_window_size
        found.append(logits.masked_fill(~(near & real[:, None, None]), -torch.inf).softmax(-1).nan_to_num(0))

    layers = [one for one in module.modules() if hasattr(one, "one_sided_attn_window_size")]
    hooks = [one.register_forward_pre_hook(note, with_kwargs=True) for one in layers]
    yield found
    for hook in hooks:
        hook.remove()


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


@pytest.fixture(scope="session")
def road() -> Callable[[Any], str]:
    return expected_road
