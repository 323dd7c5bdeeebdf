"""The cases: what is run for the golden record, by the command line and by five functions of the library, so that no move breaks it.

Run as a script it is a worker: it reads a case's name from each line of standard input, runs it in a folder of its own below the folder
given, and answers with a line of JSON. `make.py` starts two of them.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CORPORA, STOPPED = HERE / "corpora", HERE / "base" / "stopped"
TEXT, LONG, TREES = "text.txt", "long.txt", "trees.conllu"  # each case has copies in its folder, so that no path differs
MODELS = {"bert": "bert-8x8", "gpt": "gpt-8x8"}
SENTENCE = "The old king watered his tomatoes because the tomatoes were dry."
MADE_MEASURES = ("induction", "copying")  # these read no corpus
TREE_MEASURES = ("dependency", "tree", "idle", "ablation-by-relation", "coreference")
MEASURES = (
    *("offset", "token", "token-from-sep", "token-from-rest", "entropy", "peak", "sink", "resting", "pattern", "induction"),
    *("induction-text", "copying", "gradient", "importance", "direct", "mixing", "divergence", "ablation", *TREE_MEASURES),
)
ALL_BUT_ABLATION = tuple(
    word
    for measure in ("offset", "token", "entropy", "pattern", "dependency", "coreference")
    for word in ("--measure", measure)
)
QUICK_MEASURES = {"offset", "token", "entropy", "pattern", "mixing", "gradient", "dependency", "coreference", "direct"}
STOPPED_MEASURES = ("offset=+1,-1", "entropy=all")
STOPPED_SHARD = "2/3"

Outcome = dict[str, str]


@dataclass(frozen=True)
class Case:
    """`run` works in an empty folder and says what came of it; `seconds` is about how long that takes on one idle core."""

    run: Callable[[Path], Outcome]
    quick: bool = False
    seconds: float = 5.0


CASES: dict[str, Case] = {}


def case(name: str, *, quick: bool = False, seconds: float = 5.0) -> Callable[[Callable[[Path], Outcome]], None]:
    def add(run: Callable[[Path], Outcome]) -> None:
        CASES[name] = Case(run, quick, seconds)

    return add


# What a case is made of


@cache
def load(name: str) -> Any:
    import headscope as hs

    return hs.load(name)


def command(folder: Path, *arguments: str) -> str:
    """What `headscope …` prints, in a process of its own; with its exit status and its errors where it fails."""
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    process = subprocess.run(
        [sys.executable, "-m", "headscope", *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    if process.returncode:
        return f"{process.stdout}exit status {process.returncode}\n{process.stderr}"
    return process.stdout


def texts(folder: Path, *requests: str) -> Outcome:
    """What the command line prints for each request, to be read by a person; words are separated by two spaces."""
    from digests import normalise

    return {
        f"$ headscope {' '.join(request.split('  '))}": normalise(command(folder, *request.split("  "))) for request in requests
    }


def measure_by_command(folder: Path, *arguments: str) -> Outcome:
    """A run made by the command line, all its files."""
    from digests import normalise, read_folder

    printed = command(folder, "measure", *arguments, "-o", "run", "--quiet")
    return {"printed": normalise(printed), **read_folder(folder / "run")} if printed else read_folder(folder / "run")


def measure_by_function(model: str, folder: Path, corpora: list[str], measures: list[str] | None, **options: Any) -> Outcome:
    """A run made by `hs.measure`, or the sentence that says why there is none."""
    from digests import read_folder

    import headscope as hs

    try:
        hs.measure(load(model), corpora, measures, folder="run", progress=False, **options)
    except hs.HeadscopeError as error:
        return {"refused": str(error)}
    return read_folder(folder / "run")


# Every measure alone, for both bundled models


def measure_alone(model: str, measure: str) -> Callable[[Path], Outcome]:
    corpus = TREES if measure in TREE_MEASURES else "bundled" if measure in MADE_MEASURES else TEXT
    limit = 32 if measure in ("ablation", "ablation-by-relation") else None
    return lambda folder: measure_by_function(model, folder, [corpus], [measure], limit=limit)


for _model in MODELS:
    for _measure in MEASURES:
        _cost = {"ablation": 25.0, "ablation-by-relation": 25.0, "pattern": 8.0}.get(_measure, 3.0)
        case(f"{_model} {_measure}", quick=_measure in QUICK_MEASURES, seconds=_cost)(measure_alone(MODELS[_model], _measure))


# Configurations


def kinds_of_weights(model: str) -> Callable[[Path], Outcome]:
    arguments = ("-m", model, "-c", TEXT, "--measure", "token", "--measure", "offset", "--measure", "pattern", "--limit", "40")
    return lambda folder: measure_by_command(
        folder, *arguments, *("--weights", "raw", "--weights", "norm", "--weights", "no-sink")
    )


def layer_weights(model: str, kind: str) -> Callable[[Path], Outcome]:
    arguments = ("-m", model, "-c", TEXT, "-c", TREES, "--measure", "token", "--measure", "dependency", "--limit", "24")
    return lambda folder: measure_by_command(folder, *arguments, "--weights", kind)


def from_maps(model: str) -> Callable[[Path], Outcome]:
    def run(folder: Path) -> Outcome:
        command(folder, "maps", "-m", model, "-c", TEXT, "--limit", "24", "-o", "maps.npz", "--quiet")
        return measure_by_command(folder, "--maps", "maps.npz")

    return run


def everything(model: str, *arguments: str) -> Callable[[Path], Outcome]:
    return lambda folder: measure_by_command(folder, "-m", model, *arguments)


for _short, _name in MODELS.items():
    case(f"{_short} raw, norm and no-sink", quick=True, seconds=8)(kinds_of_weights(_name))
    case(f"{_short} rollout")(layer_weights(_name, "rollout"))
    case(f"{_short} value-zeroing", seconds=20)(layer_weights(_name, "value-zeroing"))
    case(f"{_short} maps from a file", seconds=10)(from_maps(_name))
    case(f"{_short} as published", seconds=20)(
        everything(_name, "-c", TEXT, "-c", TREES, "--as-published", "--limit", "48", *("--measure", "token", "--measure", "entropy"),
                   *("--measure", "dependency", "--measure", "coreference", "--measure", "divergence"))
    )  # fmt: skip
    case(f"{_short} gradient with another masking")(
        everything(
            _name, "-c", TEXT, "--measure", "gradient", "--measure", "importance", "--limit", "32", "--masking", "0.3,0.5,0.25"
        )
    )
    case(f"{_short} ablation to zero", seconds=15)(everything(_name, "-c", TEXT, "--measure", "ablation=zero", "--limit", "16"))
    case(f"{_short} ablation to the mean", seconds=15)(
        everything(_name, "-c", TEXT, "--measure", "ablation=mean", "--limit", "16")
    )
    case(f"{_short} coreference by trees")(
        everything(_name, "-c", TREES, "--measure", "coreference", "--mention-heads", "tree", "--possessors", "own")
    )
    case(f"{_short} without heads")(
        everything(_name, "-c", TEXT, "--measure", "offset", "--without", "3-5,7-7", "--limit", "16")
    )


@case("all measures, and what is read of them", seconds=60)
def _(folder: Path) -> Outcome:
    """A report of both bundled models; what the verbs that read print of it."""
    from digests import read_folder

    for short, model in MODELS.items():
        command(folder, "report", "-m", model, "-c", TEXT, "-c", TREES, "-o", short, "--quiet")
    command(folder, "measure", "-c", TEXT, "-c", TREES, "--without", "3-5,7-7", *ALL_BUT_ABLATION, "-o", "without", "--quiet")
    files = {f"{short}/{name}": text for short in MODELS for name, text in read_folder(folder / short).items()}
    shown = texts(
        folder,
        *("show  bert", "show  gpt", "show  bert  offset.+1", "show  bert  dependency", "show  bert  7-7  --format  csv"),
        *("table  bert  labels", "table  bert  by-layer", "table  bert  dependency", "table  bert  coreference"),
        *(
            "table  bert  neighbours  --format  csv",
            "table  bert  layers",
            "table  gpt  labels",
            "table  gpt  dependency  --format  json",
        ),
        *(
            "find  bert  dependency.obj > 0.3",
            "find  bert  offset.+1 top 3",
            "find  gpt  induction.prefix top 5  --format  json",
        ),
        *("find  bert  entropi > 1", "find  gpt  sink.all > 0.5 and offset.-1 < 0.1"),
        *("compare  bert  without", "compare  bert  without  --measure  offset  --format  csv  --top  40"),
        *("compare  bert  without  --match  scores  --top  5", "compare  bert  gpt"),
        *("track  bert  without  --by  given", "verify  bert", "status  bert", "examples  bert  --head  7-7  --relation  obj"),
    )
    return files | shown


@case("reading two small runs", quick=True, seconds=15)
def _(folder: Path) -> Outcome:
    for name, more in (("whole", ()), ("without", ("--without", "3-5,7-7"))):
        command(
            folder, "measure", "-c", TEXT, "--limit", "48", "--measure", "offset", "--measure", "token", *more, "-o", name, "-q"
        )
    requests = ("show  whole", "table  without  by-layer", "find  whole  offset.+1 > 0.5", "compare  whole  without  --top  5")
    return texts(folder, *requests, "track  whole  without  --by  given", "merge  whole  without  -o  merged")


@case("probes of bert", seconds=40)
def _(folder: Path) -> Outcome:
    from digests import normalise, read_folder

    arguments = ("-c", TREES, "--test", TREES, "--epochs", "2", "--limit", "60", "-o", "run", "--quiet")
    printed = command(folder, "probe", *arguments)
    return {"printed": normalise(printed), **read_folder(folder / "run"), **texts(folder, "table  run  probes")}


@case("probes by the library", seconds=15)
def _(folder: Path) -> Outcome:
    from digests import read_folder

    import headscope as hs

    documents = Path(TREES).read_text("utf-8").split("# newdoc")  # what stands before the first is of all
    for name, part in (("learn.conllu", documents[1:-6]), ("score.conllu", documents[-6:])):
        Path(name).write_text("# newdoc".join([documents[0], *part]), "utf-8")
    hs.probe(
        load("gpt-8x8"), "learn.conllu", "score.conllu", ["attention"], control=False, folder="run", limit=60, progress=False
    )
    return read_folder(folder / "run")


@case("the second of three shards, in one go", seconds=8)
def _(folder: Path) -> Outcome:
    return measure_by_function("bert-8x8", folder, [LONG], list(STOPPED_MEASURES), shard=STOPPED_SHARD)


@case("the second of three shards, resumed", quick=True, seconds=8)
def _(folder: Path) -> Outcome:
    """From the checkpoint that the base left after the first of the shard's two chunks."""
    shutil.copytree(STOPPED, folder / "run")
    return measure_by_function("bert-8x8", folder, [LONG], list(STOPPED_MEASURES), shard=STOPPED_SHARD, resume=True)


def stop_in_the_middle(folder: Path) -> None:
    """Leaves a checkpoint with one chunk done: starts the run, and stops it a little later each time until there is one."""
    # On one core, so that the chunks are done one after the other.
    script = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a program in the background ignores it
        "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "import headscope as hs\n"
        "model, corpus, folder, shard, *measures = sys.argv[1:]\n"
        "loaded = hs.load(model)\n"
        "print('loaded', flush=True)\n"
        "hs.measure(loaded, [corpus], measures, folder=folder, shard=shard, progress=False)\n"
    )
    for tenths in (*range(3, 60), *range(1, 200)):  # again from the beginning, should another program have disturbed it
        shutil.rmtree(folder, ignore_errors=True)
        arguments = ["bert-8x8", str(CORPORA / LONG), str(folder), STOPPED_SHARD, *STOPPED_MEASURES]
        with subprocess.Popen(
            [sys.executable, "-c", script, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                process.wait(tenths / 10)
            except subprocess.TimeoutExpired:
                process.send_signal(2)
                process.wait()
        if any(folder.glob("*checkpoint*")):
            for extra in folder.iterdir():
                if "checkpoint" not in extra.name:
                    extra.unlink()
            return
    raise RuntimeError("The run could not be stopped with one chunk done.")


@case("an image model", seconds=10)
def _(folder: Path) -> Outcome:
    import numpy as np
    import torch
    import transformers
    from PIL import Image

    torch.manual_seed(0)
    transformers.utils.logging.disable_progress_bar()
    sizes = {
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 48,
        "initializer_range": 0.3,
    }
    transformers.ViTModel(transformers.ViTConfig(**sizes, image_size=[16, 24], patch_size=8)).save_pretrained(folder / "vit")
    settings = {"size": {"height": 16, "width": 24}, "resample": 2, "image_mean": [0.5, 0.4, 0.3], "image_std": [0.2, 0.3, 0.4]}
    (folder / "vit" / "preprocessor_config.json").write_text(json.dumps(settings))
    (folder / "images").mkdir()
    generator = np.random.default_rng(0)
    for number in range(24):
        pixels = generator.integers(0, 256, (16, 24, 3)).astype(np.uint8)
        Image.fromarray(pixels).save(folder / "images" / f"{number:02}.png")
    return {**measure_by_command(folder, "-m", "vit", "-c", "images"), **texts(folder, "show  run")}


# Families: tiny models made on the spot, all measures and the kinds of weights


def family(name: str, *kinds: str) -> Callable[[Path], Outcome]:
    """All measures that the model allows, and two of them under further kinds of weights."""

    def run(folder: Path) -> Outcome:
        import families

        families.save(name, [folder / TEXT, folder / TREES], folder / name)
        outcome = {}
        for kind in ("raw", *kinds):
            asked = None if kind == "raw" else ["pattern", "dependency"]
            made = measure_by_function(name, folder, [TEXT, TREES], asked, weights=kind, limit=12, max_length=48)
            outcome |= {f"{kind} {part}": text for part, text in made.items()}
            shutil.rmtree(folder / "run", ignore_errors=True)
        return outcome

    return run


case("t5 with random weights", quick=True, seconds=6)(family("t5", "norm", "value-zeroing"))
case("modernbert with random weights", seconds=8)(family("modernbert", "norm", "rollout", "value-zeroing"))
case("gemma3 with random weights", seconds=10)(family("gemma3", "norm", "no-sink", "value-zeroing"))


def attend(model: str) -> Callable[[Path], Outcome]:
    def run(folder: Path) -> Outcome:
        from digests import read_array

        import headscope as hs

        outcome = {}
        for weights in ("raw", "norm", "no-sink"):
            attention = hs.attend(load(model), SENTENCE, weights=weights)
            for name, stack in attention.stacks.items():
                outcome[f"{weights} {name} tokens"] = " ".join(stack.queries.texts)
                outcome[f"{weights} {name} maps"] = read_array(stack.maps)
        return outcome

    return run


for _short, _name in MODELS.items():
    case(f"{_short} attends to a sentence", quick=True, seconds=3)(attend(_name))


@case("one text: views, predictions, which head", seconds=30)
def _(folder: Path) -> Outcome:
    from digests import read_file

    requests = []
    for short, model in MODELS.items():
        for view in ("head", "model", "neuron"):
            requests.append(f"view  {SENTENCE}  -m  {model}  --kind  {view}  -o  {short}-{view}.html")
    printed = texts(folder, *requests)
    pages = {f"{page.stem} {part}": text for page in sorted(folder.glob("*.html")) for part, text in read_file(page).items()}
    answers = texts(
        folder,
        *(f"which  {SENTENCE}  watered  king", f"which  {SENTENCE}  -m  gpt-8x8  {' watered'}  {' king'}"),
        f"predict  {SENTENCE}  --head  7-7",
    )
    return {**pages, **printed, **answers}


DRY_RUNS = (
    "-c  trees.conllu", "-m  gpt-8x8", "--measure  offset", "--measure  offset=-2,+2  --measure  entropy", "--limit  16",
    "--max-length  64  -c  trees.conllu", "--batch-size  4", "--shard  2/2", "--weights  norm  --measure  pattern",
    "--weights  raw  --weights  no-sink  --measure  token", "--weights  rollout  --measure  token", "--as-published",
    "--masking  0.3,0.5,0.25  --measure  gradient", "--measure  ablation", "--measure  ablation=mean  -m  gpt-8x8",
    "--without  3-5", "--measure  induction-text  -m  gpt-8x8", "--measure  induction-text", "--measure  entropi",
    "--words-from  max  --possessors  own  --measure  dependency  --measure  offset  -c  trees.conllu",
)  # fmt: skip


@case("dry runs of 20 requests", seconds=60)
def _(folder: Path) -> Outcome:
    return texts(folder, *(f"measure  --dry-run  --format  json  -o  run  -c  text.txt  {request}" for request in DRY_RUNS))


VERBS = (
    *("report", "measure", "show", "find", "table", "compare", "track", "figure", "gallery", "examples", "predict", "probe"),
    *("reproduce", "which", "view", "serve", "merge", "slurm", "status", "verify", "maps", "list"),
)


@case("help of every verb", quick=True, seconds=12)
def _(folder: Path) -> Outcome:
    return texts(folder, "--help", *(f"{verb}  --help" for verb in VERBS))


@case("lists", seconds=10)
def _(folder: Path) -> Outcome:
    return texts(
        folder, *(f"list  {kind}" for kind in ("measures", "probes", "tables", "figures", "views", "corpora", "switches"))
    )


def work(folder: Path) -> None:
    """Runs the cases that standard input names, until it ends; what headscope itself prints must not get between the answers."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import torch

    torch.set_num_threads(1)
    for line in sys.stdin:
        name = line.strip()
        own = folder / "".join(letter if letter.isalnum() else "-" for letter in name)
        shutil.copytree(CORPORA, own)
        os.chdir(own)
        try:
            answer = {"outcome": CASES[name].run(own)}
        except Exception as error:
            answer = {"failed": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    if sys.argv[1] == "stop":
        stop_in_the_middle(Path(sys.argv[2]))
    else:
        work(Path(sys.argv[1]))
