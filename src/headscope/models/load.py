"""Name, folder or bundled name → a model that can be listened to.

The Hub is reached by `transformers` and `huggingface_hub` as everywhere: HF_HOME, HF_TOKEN, HF_HUB_OFFLINE and the cache
work as usual. No code from a model's repository is run unless asked for; weights are read as data only.
"""

import hashlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies

import torch
import transformers
from huggingface_hub import constants
from huggingface_hub.utils import logging as hub_logging
from huggingface_hub.utils.tqdm import enable_progress_bars
from torch import nn

from headscope.errors import HeadscopeError, one_line
from headscope.models import embeddings, large, processor
from headscope.models.bundled import FOLDER, FOLDERS
from headscope.models.connect import connect
from headscope.models.images.patches import connect_images, is_vision
from headscope.models.implementations import check_implementations, without_flash
from headscope.models.model import Model
from headscope.models.reasons import Place, explained
from headscope.models.size import check_size, check_weights
from headscope.models.stored import read_stored
from headscope.registry import Registry
from headscope.tokens import Encoder

MODELS: Registry[Path] = Registry("model")
MODELS.add("bundled", FOLDER)
for _name, _folder in FOLDERS.items():
    MODELS.add(_name, _folder)

DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16, "float64": torch.float64}
EXPECTED = f"a model's folder, a Hub name, or a bundled model: {', '.join(FOLDERS)}"


def load(
    name: str | Path = "bundled",
    *,
    device: str = "auto",
    dtype: str = "auto",
    revision: str | None = None,
    token: str | None = None,
    trust_remote_code: bool = False,
    device_map: large.Places | None = None,
    quantize: str | None = None,
) -> Model:
    """Loads a model with its tokenizer, by the architecture that its config names, and checks the tap on it.

    `device` is auto (CUDA, else the CPU; MPS only when asked for, because it has no float64 to sum in), cpu, cuda, cuda:1 or
    mps. `dtype` is auto (float32 on a CPU, else what the weights are stored in), float32, bfloat16, float16 or float64.
    For models that one device does not hold: `device_map` "auto", "balanced" or "sequential" lays their layers out over all devices,
    or a dictionary says where each part goes, as in transformers (with accelerate); `quantize` "int8" or "int4" keeps weights in fewer
    bits (with bitsandbytes or torchao).

    >>> load("bundled").stacks
    {'encoder': (8, 8)}
    """
    place = _find(str(name), revision, token, trust_remote_code)
    where = _device(device)
    kind = _dtype(dtype, where)
    laid_out = large.layout(device_map, device)
    fewer_bits, told = large.quantization(quantize, where)
    with quiet(), explained(place):
        fields = transformers.PretrainedConfig.get_config_dict(place.path, **place.options)[0]
        check_size(place.name, fields)
        stored = read_stored(place.path, place.options, is_folder=place.is_folder, named=fields.get("transformers_weights"))
        check_size(place.name, fields, stored)
        if not trust_remote_code:
            check_implementations(place.name, fields)
        config = transformers.AutoConfig.from_pretrained(place.path, **place.options)
        architecture = _architecture(config, trust_remote_code)
        if not trust_remote_code:
            without_flash(config)
            if stored is not None:
                check_weights(place.name, config, getattr(architecture, "from_config", architecture), stored)
        sees = is_vision(config)
        settings = _image_settings(place) if sees else {}
        tokenizer = None if sees else transformers.AutoTokenizer.from_pretrained(place.path, **place.options)
        module, loading = architecture.from_pretrained(
            place.path,
            config=config,
            dtype=kind,
            weights_only=True,
            output_loading_info=True,
            **place.options,
            **laid_out,
            **fewer_bits,
        )
        _check_whole(place, tokenizer, module, loading)
    try:
        module = module.eval().requires_grad_(False)
        if not laid_out and not (fewer_bits and where.type == "cuda"):  # these lie where they are to be
            module = module.to(where)
    except (RuntimeError, AssertionError) as error:
        raise HeadscopeError(f"'{place.name}' can't be put on the device '{where}': {one_line(error)}.") from None
    if sees:
        with quiet():
            return connect_images(place.name, module, settings, _identity(place, config))
    encoder = Encoder(tokenizer, longest(config, tokenizer, module), embeddings.vocabulary(module))
    with quiet():
        return connect(Model(place.name, module, encoder, identity=_identity(place, config) | told, asked=revision))


def _find(name: str, revision: str | None, token: str | None, trust_remote_code: bool) -> Place:
    options: dict[str, Any] = {"trust_remote_code": trust_remote_code}
    if len(name) > 4096 or max(map(len, name.split("/"))) > 255:
        raise HeadscopeError(f"'{name[:40]}…' is too long for the name of a model or a folder.")
    folder = Path(name).expanduser()
    if (
        name in MODELS and not (folder / "config.json").is_file()
    ):  # a model of one's own goes first; a run of that name does not
        folder = MODELS[name]
    if folder.is_dir():
        if [*folder.glob("*options.json"), *folder.glob("*weights.hdf5")]:
            raise HeadscopeError(
                f"The folder '{name}' looks like ELMo: it is made of LSTMs, which have no attention weights to show."
            )
        if not (folder / "config.json").is_file():
            raise HeadscopeError(f"The folder '{name}' holds no model: expected a config.json, as save_pretrained writes it.")
        return Place(folder_name(folder.resolve()), str(folder), True, options | {"local_files_only": True})
    if folder.exists():
        raise HeadscopeError(f"'{name}' is a file: give {EXPECTED}.")
    if name.startswith((".", "/", "~")) or name.count("/") > 1 or "\\" in name:
        raise HeadscopeError(f"There is no folder '{name}'. Give {EXPECTED}.")
    here_only = {} if _hub_answers() else {"local_files_only": True}
    return Place(name, name, False, options | {"revision": revision or "main", "token": token} | here_only)


def folder_name(folder: Path) -> str:
    """A folder's name, with its parent's where it says nothing by itself."""
    return f"{folder.parent.name}/{folder.name}" if folder.name in ("model", "final", "best") else folder.name


def _hub_answers() -> bool:
    """Whether the Hub can be reached. Asked first, because huggingface_hub retries for half a minute before it gives up;
    without an answer the cache alone is looked at. Behind a proxy only a real request can tell, so we say yes."""
    if constants.HF_HUB_OFFLINE:
        return False
    if getproxies():
        return True
    address = urlsplit(constants.ENDPOINT)
    try:
        with socket.create_connection((address.hostname or "", address.port or 443), timeout=5):
            return True
    except OSError:
        return False


def _architecture(config: Any, trust_remote_code: bool) -> Any:
    """The class that the config names, so that a language-model head is there when a measure needs it; else AutoModel."""
    named = getattr(config, "architectures", None) or []
    if trust_remote_code and getattr(config, "auto_map", None):
        return transformers.AutoModel
    found = (getattr(transformers, name, None) for name in named if isinstance(name, str))
    models = (one for one in found if isinstance(one, type) and issubclass(one, transformers.PreTrainedModel))
    return next(models, transformers.AutoModel)


def _image_settings(place: Place) -> dict[str, Any]:
    """How images are prepared for this model; empty where it does not say."""
    from transformers.image_processing_base import ImageProcessingMixin  # of use to vision models alone

    try:
        found, _ = ImageProcessingMixin.get_image_processor_dict(place.path, **place.options)
    except OSError:
        return {}
    return dict(found)


def _check_whole(place: Place, tokenizer: Any, module: Any, loading: dict[str, Any]) -> None:
    """transformers makes up what a folder lacks, a tokenizer of five tokens or random weights, and goes on. We don't."""
    if tokenizer is not None and len(tokenizer) <= len(tokenizer.all_special_ids):
        raise HeadscopeError(
            f"'{place.name}' has no tokenizer: expected tokenizer.json or a vocabulary beside its weights."
            if not (Path(place.path) / "vocab.txt").is_file()
            else f"'{place.name}' has a vocabulary, vocab.txt, but no tokenizer that knows how to use it. Make a tokenizer.json "
            "of it: docs/architectures.md shows how."
        )
    prefix = "" if module.base_model is module else f"{module.base_model_prefix}."
    missing = sorted(name for name in loading["missing_keys"] if name.startswith(prefix) and "pooler" not in name)
    if missing:
        raise HeadscopeError(
            f"'{place.name}' lacks {len(missing)} of its weights, {missing[0]} for one: it is not a whole model."
        )


def _device(asked: str) -> torch.device:
    if asked == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(asked)
    except RuntimeError:
        raise HeadscopeError(f"'{asked}' is not a device. Expected auto, cpu, cuda, cuda:1 or mps.") from None
    present = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if not present.get(device.type, False):
        raise HeadscopeError(
            f"The device '{asked}' is not present here. Present: {', '.join(n for n, p in present.items() if p)}."
        )
    return device


def _dtype(asked: str, device: torch.device) -> torch.dtype | str:
    if asked == "auto":
        return torch.float32 if device.type == "cpu" else "auto"
    if asked not in DTYPES:
        raise HeadscopeError(f"'{asked}' is not a dtype. Expected auto, {', '.join(DTYPES)}.")
    if device.type == "cpu":
        processor.check(asked)
    return DTYPES[asked]


def longest(config: Any, tokenizer: Any, module: nn.Module) -> int | None:
    """The most tokens that the model reads: the least of what tokenizer, config and table of positions allow, if any does.
    RoBERTa and its kin keep their first positions for padding."""
    positions = getattr(config, "max_position_embeddings", None) or getattr(config, "n_positions", None)
    tables = [m for name, m in module.named_modules() if name.endswith("position_embeddings") and isinstance(m, nn.Embedding)]
    padded = [m.num_embeddings - m.padding_idx - 1 for m in tables if m.padding_idx is not None]
    limits = [n for n in (positions, tokenizer.model_max_length, *padded) if isinstance(n, int) and 0 < n < 10**9]
    return min(limits, default=None)


def _identity(place: Place, config: Any) -> dict[str, str]:
    if not place.is_folder:
        return {"revision": str(getattr(config, "_commit_hash", None) or place.options["revision"])}
    digest = hashlib.sha256()
    for path in sorted(Path(place.path).glob("*")):
        if path.suffix in (".safetensors", ".bin") or path.name in ("config.json", "tokenizer.json"):
            digest.update(path.name.encode())
            with path.open("rb") as file:
                while block := file.read(2**20):
                    digest.update(block)
    return {"sha256": digest.hexdigest()}


@contextmanager
def quiet() -> Iterator[None]:
    """No load report and no weight bar: loading takes a moment and says nothing unless it fails. Downloads keep theirs."""
    logging = transformers.utils.logging
    level, hub_level, bars = logging.get_verbosity(), hub_logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity(logging.CRITICAL)
    hub_logging.set_verbosity(logging.CRITICAL)
    logging.disable_progress_bar()
    if bars:
        enable_progress_bars()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        hub_logging.set_verbosity(hub_level)
        if bars:
            logging.enable_progress_bar()
