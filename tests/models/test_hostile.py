"""load(): a stranger's config.json that asks for code from elsewhere, or for more than its weights hold, is refused before anything is
fetched or built."""

import json
import shutil
from threading import Thread

import pytest
import torch
import transformers
from torch.nn.modules import module as registering
from transformers.integrations import hub_kernels

from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.models.size import check_weights
from headscope.models.stored import Stored, read_stored

REGISTRIES = [getattr(registering, f"_global_{kind}_registration_hooks") for kind in ("parameter", "buffer", "module")]


@pytest.fixture(scope="module")
def saved(build, folder):
    """Folders of tiny models by the name of their family, with the bundled tokenizer."""
    made = {}

    def save(family):
        if family not in made:
            module = build(family).float()
            module.resize_token_embeddings(16384)
            made[family] = folder(module, family)
        return made[family]

    return save


@pytest.fixture
def changed(saved, tmp_path):
    """A saved model whose config has other fields."""

    def make(family="bert", **fields):
        place = shutil.copytree(saved(family), tmp_path / family, dirs_exist_ok=True)
        config = json.loads((place / "config.json").read_text())
        (place / "config.json").write_text(json.dumps(config | fields))
        return place

    return make


@pytest.fixture
def no_kernels(monkeypatch):
    """The package kernels seems to be installed, and whoever asks it for a kernel fails the test."""
    fetched = []
    monkeypatch.setattr(transformers.modeling_utils, "is_kernels_available", lambda: True)
    for module in (transformers.modeling_utils, hub_kernels):
        for name in ("lazy_import_flash_attention", "load_and_register_attn_kernel", "get_kernel"):
            monkeypatch.setattr(module, name, lambda *given, **named: fetched.append(given), raising=False)
    yield
    assert not fetched, "a kernel was fetched"


@pytest.mark.parametrize("key", ["_attn_implementation", "attn_implementation", "_attn_implementation_internal"])
@pytest.mark.parametrize("asked", ["someone/kernel", "someone/kernel@main:run", "paged|someone/kernel", "triton", 5])
def test_an_attention_from_elsewhere(changed, no_kernels, key, asked):
    said = rf"'bert' asks for '{asked}'.* in its config.json \({key}\), which transformers may fetch .* eager, sdpa, flex_attention, "
    with pytest.raises(HeadscopeError, match=said.replace("|", r"\|")):
        load(changed(**{key: asked}))


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"_attn_implementation": {"": "sdpa", "text_config": {"": "someone/kernel"}}}, "_attn_implementation"),
        ({"text_config": {"_attn_implementation": "someone/kernel"}}, "text_config._attn_implementation"),
        ({"parts": [{"deep": {"attn_implementation": "someone/kernel"}}]}, "parts.deep.attn_implementation"),
        ({"experts_implementation": "someone/kernel"}, "experts_implementation"),
        ({"_experts_implementation": "sonicmoe"}, "_experts_implementation"),
        ({"_experts_implementation": "deepgemm"}, "_experts_implementation"),
    ],
)
def test_wherever_in_the_config_it_is_asked_for(changed, no_kernels, fields, key):
    with pytest.raises(HeadscopeError, match=rf"asks for '.*' in its config.json \({key}\)"):
        load(changed(**fields))


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["eager", "sdpa", None, {"": "sdpa"}, "flash_attention_2", {"": "flash_attention_3"}])
def test_transformers_own_attention_may_be_asked_for(changed, no_kernels, asked):
    """Flash attention too, for which transformers would fetch a kernel: headscope computes attention itself."""
    assert load(changed("llama", _attn_implementation=asked)).stacks == {"decoder": (3, 4)}


def test_a_model_s_own_code_may_be_trusted(changed, monkeypatch):
    """Then the name goes to transformers, as the person asked."""
    with pytest.raises(HeadscopeError) as error:
        load(changed(_attn_implementation="someone/kernel"), trust_remote_code=True)
    assert "--trust-remote-code" not in str(error.value) and "kernel" in str(error.value)


BUILT = r"can't be built: its config.json asks for [\d,]+ {} or more, but its files hold [\d,]+ weights in all"
WEIGHTS, PARTS, BUFFERS = (BUILT.format(kind) for kind in ("weights", "parts", "buffers"))
LIMITED = "can't be a model: its config.json has {} = [0-9,]+; at most [0-9,]+ are taken"


@pytest.mark.parametrize(
    ("family", "fields", "said"),
    [
        ("bert", {"num_labels": 20_000}, LIMITED.format("num_labels")),  # a dictionary of that size, before anything is built
        ("bert", {"id2label": None, "num_labels": 20_000}, LIMITED.format("num_labels")),
        ("bert", {"text_config": {"deep": [{"num_labels": 20_000}]}}, LIMITED.format("num_labels")),
        ("bert", {"vocab_size": 600_000}, WEIGHTS),
        ("bert", {"hidden_size": 8000}, WEIGHTS),
        ("bert", {"type_vocab_size": 600_000}, WEIGHTS),
        ("bert", {"max_position_embeddings": 600_000}, WEIGHTS),
        ("bert", {"num_hidden_layers": 9_000}, LIMITED.format("num_hidden_layers") + " with these weights"),
        ("gpt-oss", {"num_local_experts": 90_000}, LIMITED.format("num_local_experts")),
        ("bert", {"num_hidden_layers": 900, "hidden_size": 320}, WEIGHTS),
        ("albert", {"inner_group_num": 10**9}, LIMITED.format("inner_group_num")),
        ("marian", {"max_position_embeddings": 10**6}, WEIGHTS),  # a table that Python works out, number by number
        ("gptj", {"n_positions": 10**9}, BUFFERS),
    ],
    ids=str,
)
def test_a_config_that_asks_for_more_than_its_weights(changed, family, fields, said):
    with pytest.raises(HeadscopeError, match=f"'{family}' {said}"):
        load(changed(family, **fields))


@pytest.mark.parametrize("stored", ["one file", "shards", "a pickle"])
def test_however_the_weights_are_stored(build, changed, stored):
    place, module = changed(vocab_size=1_600_000), build("bert").float()
    (place / "model.safetensors").unlink()
    if stored == "a pickle":
        torch.save(module.state_dict(), place / "pytorch_model.bin")
    else:
        config = (place / "config.json").read_bytes()
        module.save_pretrained(place, max_shard_size="30KB" if stored == "shards" else "1GB")
        (place / "config.json").write_bytes(config)
        assert (place / "model.safetensors.index.json").is_file() == (stored == "shards")
    with pytest.raises(HeadscopeError, match=WEIGHTS):
        load(place)


def test_what_a_header_says(changed, build):
    place, module = changed(), build("bert").float()
    module.resize_token_embeddings(16384)
    stored = read_stored(str(place), {}, is_folder=True)
    weights = [weight.numel() for weight in module.parameters()]
    assert stored == Stored((place / "model.safetensors").stat().st_size, sum(weights), 16384, len(weights))
    (place / "model.safetensors").rename(place / "mine.safetensors")
    assert read_stored(str(place), {}, is_folder=True) is None
    assert read_stored(str(place), {}, is_folder=True, named="mine.safetensors") == stored
    assert read_stored(str(place), {}, is_folder=True, named=f"../{place.name}/mine.safetensors") is None


def test_a_billion_labels_in_little_memory(headscope, changed):
    """Half a gigabyte beside what is there already; today's transformers would take 21.8."""
    code = (
        "import resource, sys\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 2**29, used + 2**29))\n"
        "from headscope.errors import HeadscopeError\n"
        "from headscope.models import load\n"
        "try: load(sys.argv[1])\n"
        "except HeadscopeError as error: print(error)\n"
    )
    done = headscope(changed(num_labels=10**9), code=code)
    assert "its config.json has num_labels = 1,000,000,000; at most 1,000,000 are taken." in done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("labels", [3, 9_000])
def test_a_new_head_may_have_labels_that_the_weights_do_not_know(changed, labels):
    """Its weights are not there yet: what the attention heads do is known all the same."""
    place = changed(num_labels=labels, architectures=["BertForSequenceClassification"])
    assert load(place).stacks == {"encoder": (3, 4)}


def test_only_the_thread_that_builds_is_counted(build):
    """Others may make a large model meanwhile, and hooks do not stay."""
    before = [len(hooks) for hooks in REGISTRIES]

    def make(config):
        other = Thread(target=lambda: torch.nn.Linear(10_000, 2_000, device="meta"))
        other.start()
        other.join()

    check_weights("bert", build("bert").config, make, Stored(0, 0))
    with pytest.raises(HeadscopeError, match="asks for 20,000,000 weights"):
        check_weights("bert", build("bert").config, lambda _: torch.nn.Linear(10_000, 2_000), Stored(0, 0))
    assert [len(hooks) for hooks in REGISTRIES] == before


@pytest.mark.parametrize("shards", [False, True], ids=["one file", "shards"])
def test_weights_in_the_cache_of_the_hub(build, tmp_path, monkeypatch, shards):
    """Also without a network, and where a shard is not there: transformers then says so."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    kept, commit, module = tmp_path / "models--someone--bert", "a" * 40, build("bert").float()
    (kept / "refs").mkdir(parents=True)
    (kept / "refs" / "main").write_text(commit)
    place = kept / "snapshots" / commit
    module.save_pretrained(place, max_shard_size="30KB" if shards else "1GB")
    assert len(list(place.glob("*.safetensors"))) > shards
    options = {"revision": "main", "token": None, "local_files_only": True, "trust_remote_code": False}
    stored, numbers = read_stored("someone/bert", options, is_folder=False), sum(one.numel() for one in module.parameters())
    assert stored is not None and (stored.numbers, stored.longest) == (numbers, 120)
    next(place.glob("*.safetensors")).unlink()
    left = read_stored("someone/bert", options, is_folder=False)
    assert left is None if not shards else left is not None and 0 < left.numbers < numbers
    assert read_stored("someone/else", options, is_folder=False) is None
