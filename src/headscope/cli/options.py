"""What verbs share, each written once: their options, of which `RunRequest` is all that can be asked of a run, formats, and Ctrl-C."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, cast, get_type_hints

import typer

from headscope.api.variants import CHOICES, MASKING, Choice, RunOptions, option
from headscope.cli.engine import AllowFailed, EngineOption, WorkersOption
from headscope.cli.help import PAPER
from headscope.cli.loading import MODEL
from headscope.cli.loading import Device as Device
from headscope.cli.loading import DeviceMap as DeviceMap
from headscope.cli.loading import Dtype as Dtype
from headscope.cli.loading import Quantize as Quantize
from headscope.cli.loading import Revision as Revision
from headscope.cli.loading import TrustRemoteCode as TrustRemoteCode
from headscope.cli.terminal import clear as clear
from headscope.cli.terminal import starting as starting
from headscope.cli.terminal import stoppable as stoppable
from headscope.errors import unknown_name
from headscope.names import LAYER_WEIGHTS, WEIGHTS
from headscope.types import Head

FORMATS = ("table", "csv", "json")

TEXT = "Text"  # a panel of the help

ModelOption = Annotated[
    str,
    typer.Option(
        "-m",
        "--model",
        metavar="NAME",
        rich_help_panel=MODEL,
        help="A Hub name, a folder, bert-8x8 or gpt-8x8. The last two are bundled; 'bundled' is the first of them.",
    ),
]
CorpusOption = Annotated[
    list[str],
    typer.Option(
        "-c",
        "--corpus",
        metavar="PATH …",
        rich_help_panel=TEXT,
        help="A file, folder, name, URL, hf:NAME:SPLIT or -. Plain or annotated (.txt, .conllu, .conll, .jsonl; "
        "also .gz, .xz). Repeatable.",
    ),
]
SkipBroken = Annotated[
    bool,
    typer.Option("--skip-broken", rich_help_panel=TEXT, help="Leave out, and count, broken parts of annotated corpora."),
]
_BOUNDS = "Allow longer lines, documents and unpacked files: line=8M,document=1G,unpacked=1T. [default: 1M, 64M, 32G]"
BoundsOption = Annotated[str | None, typer.Option("--bounds", metavar="NAME=SIZE,…", hidden=True, help=_BOUNDS)]
MeasureOption = Annotated[
    list[str] | None,
    typer.Option(
        "--measure", metavar="NAME …", help="A measure, or some of its keys: offset=-2,+2. Repeatable. [default: all]"
    ),
]
MapsOption = Annotated[
    Path | None,
    typer.Option(
        "--maps",
        metavar="FILE",
        rich_help_panel=TEXT,
        help="Attention maps from a file, instead of -m and -c. FILE.npz or FILE.safetensors, with FILE.jsonl beside it.",
    ),
]
MaxLength = Annotated[
    int | None,
    typer.Option(
        "--max-length",
        metavar="N",
        rich_help_panel=TEXT,
        help="Cut inputs to N tokens. The longer text is cut first. [default: 128, or what the model reads]",
    ),
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", rich_help_panel=TEXT, help="Read only N units (pairs of paragraphs) of each corpus."),
]
BatchSize = Annotated[
    int | None,
    typer.Option(
        "--batch-size",
        metavar="N",
        rich_help_panel=MODEL,
        help="Units per batch. On a CPU fewer, if all layers are kept. [default: 16, on a GPU 64]",
    ),
]
MaskingOption = Annotated[
    str,
    typer.Option(
        "--masking",
        metavar="P,M,R",
        rich_help_panel=MODEL,
        help="Shares predicted, masked, replaced. For gradients: the share of tokens predicted, and of these the shares of the other two.",
    ),
]
WeightsOption = Annotated[
    list[str],
    typer.Option(
        "--weights",
        metavar="KIND …",
        rich_help_panel=MODEL,
        help=f"What maps are made of: {', '.join(WEIGHTS)}. That is: "
        + "; ".join(f"{kind}: {what}" for kind, what in WEIGHTS.items())
        + ". With one map for a layer, for headscope measure: "
        + "; ".join(f"{kind}: {what}" for kind, what in LAYER_WEIGHTS.items())
        + ". Repeatable: several are measured in one pass.",
    ),
]
KindOption = Annotated[
    str,
    typer.Option(
        "--weights",
        metavar="KIND",
        rich_help_panel=MODEL,
        help=f"What maps are made of: {', '.join(WEIGHTS)}. That is: "
        + "; ".join(f"{kind}: {what}" for kind, what in WEIGHTS.items())
        + ".",
    ),
]
ViewKindOption = Annotated[
    str,
    typer.Option(
        "--weights",
        metavar="KIND",
        rich_help_panel=MODEL,
        help=f"What maps are made of at first: {', '.join(WEIGHTS)}; the page can switch. With one map for a layer: "
        + "; ".join(f"{kind}, {what}" for kind, what in LAYER_WEIGHTS.items())
        + ".",
    ),
]
ExampleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--example",
        metavar="TEXT …",
        rich_help_panel=TEXT,
        help="The text to show heads on; twice for a pair. [default: bundled]",
    ),
]
AsPublished = Annotated[
    bool,
    typer.Option(
        "--as-published",
        rich_help_panel=PAPER,
        help="Follow the authors' code where the paper says otherwise. That is: "
        + " ".join(f"{option(name)} {choice.published}" for name, choice in CHOICES.items() if choice.published)
        + ". An option that you give yourself takes precedence.",
    ),
]
WithoutOption = Annotated[
    str | None,
    typer.Option(
        "--without",
        metavar="HEADS",
        rich_help_panel=MODEL,
        help="Heads to switch off, as in 7-7,3-5. Their output is zero before the output projection. Of several stacks: cross/2-1.",
    ),
]
ShardOption = Annotated[
    str,
    typer.Option(
        "--shard", metavar="I/N", rich_help_panel=TEXT, help="Read only part I of N of each corpus, as in 1/3; see 'merge'."
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue a stopped run in the output folder.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing run in the output folder.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what would run and how long; write nothing.")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Print no progress and no remarks.")]
Format = Annotated[str, typer.Option("--format", metavar="FORM", help="table, csv or json.")]
RunFolderArgument = Annotated[str, typer.Argument(metavar="DIR", help="The folder of a run, or its URL.")]


@dataclass(frozen=True)
class RunRequest:
    """What `measure`, `report` and their like take to make a run."""

    model: ModelOption = "bundled"
    corpus: CorpusOption = field(default_factory=lambda: ["bundled"])
    skip_broken: SkipBroken = False
    bounds: BoundsOption = None
    max_length: MaxLength = None
    limit: Limit = None
    batch_size: BatchSize = None
    masking: MaskingOption = MASKING
    weights: WeightsOption = field(default_factory=lambda: ["raw"])
    example: ExampleOption = None
    as_published: AsPublished = False
    device: Device = "auto"
    dtype: Dtype = "auto"
    device_map: DeviceMap = None
    quantize: Quantize = None
    revision: Revision = None
    trust_remote_code: TrustRemoteCode = False
    engine: EngineOption = "local"
    workers: WorkersOption = None
    allow_failed: AllowFailed = 0.01
    resume: Resume = False
    force: Force = False
    dry_run: DryRun = False
    quiet: Quiet = False
    format: Format = "table"
    variants: dict[str, str | None] = field(default_factory=dict)  # one option for each, made below

    def options(self, shard: str = "1/1") -> RunOptions:
        """What decides which numbers come out, and how."""
        names = ("max_length", "limit", "batch_size", "masking", "weights", "as_published", "skip_broken", "bounds")
        given = {name: value for name, value in self.variants.items() if value is not None}
        return cast(RunOptions, {**{name: getattr(self, name) for name in names}, "shard": shard, **given})

    def way(self) -> dict[str, Any]:
        """Who does the work, and how much of it may fail."""
        return {"engine": self.engine, "workers": self.workers, "allow_failed": self.allow_failed}


def switched_off(without: str | None) -> dict[str, int]:
    """The gates that --without asks for; raises where one can't be a head of any model.

    >>> switched_off("7-7, cross/2-1"), switched_off(None)
    ({'7-7': 0, 'cross/2-1': 0}, {})
    """
    names = [] if without is None else [name.strip() for name in without.split(",")]
    for name in names:
        Head.parse(name.rpartition("/")[2])
    return dict.fromkeys(names, 0)


def check_names(
    request: RunRequest, measures: list[str] | None, without: str | None = None, *, only_maps: bool = False
) -> None:
    """Raises where a name that is asked for can be known to be wrong: before torch is imported, which takes seconds."""
    from headscope.api.known import check_corpora, check_heads, check_kinds, check_measures

    check_measures(measures)
    check_kinds(request.weights)
    if not only_maps:
        check_corpora(request.corpus)
        check_heads(request.model, switched_off(without))
    for name, choice in CHOICES.items():
        given = request.variants.get(name)
        if given is not None:
            choice.check(name, given)


def check_format(form: str) -> None:
    """Raises where a format is unknown: before the work, not after it."""
    if form not in FORMATS:
        raise unknown_name("format", form, FORMATS)


def takes_run_request(verb: Callable[..., None]) -> Callable[..., None]:
    """Gives a verb with a parameter `request: RunRequest` all of its options, so that no verb repeats them."""
    own = [p for p in inspect.signature(verb).parameters.values() if p.name != "request"]
    hints = get_type_hints(RunRequest, include_extras=True)
    plain = [f for f in fields(RunRequest) if f.name != "variants"]
    options = [
        inspect.Parameter(
            f.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=hints[f.name],
            default=f.default if f.default_factory is MISSING else f.default_factory(),
        )
        for f in plain
    ]
    options += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=_variant(name, choice), default=None)
        for name, choice in CHOICES.items()
    ]

    @wraps(verb)
    def with_options(**given: Any) -> None:
        variants = {name: given.pop(name) for name in CHOICES}
        request = RunRequest(**{f.name: given.pop(f.name) for f in plain}, variants=variants)
        verb(**given, request=request)

    parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in own] + options
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {p.name: p.annotation for p in parameters}
    return with_options


def _variant(name: str, choice: Choice) -> Any:
    """The option of a variant; its help is what its values do."""
    words = "; ".join(f"{value}: {what}" for value, what in choice.words.items())
    shown = typer.Option(
        option(name), metavar="|".join(choice.words), rich_help_panel=PAPER, help=f"{words}. [default: {choice.default}]"
    )
    return Annotated[str | None, shown]
