"""What verbs share, each written once: their options, of which `RunRequest` is all that can be asked of a run, formats, and Ctrl-C."""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, cast, get_type_hints

import typer

from headscope.api.variants import CHOICES, MASKING, Choice, RunOptions, option
from headscope.cli.help import PAPER
from headscope.errors import unknown_name
from headscope.names import WEIGHTS

FORMATS = ("table", "csv", "json")

TEXT, MODEL = "Text", "Model"  # panels of the help

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
        help="A text file, a folder, a corpus's name, or -. Plain or annotated (.txt, .conllu, .conll, .jsonl; also .gz, .xz). Repeatable.",
    ),
]
SkipBroken = Annotated[
    bool,
    typer.Option("--skip-broken", rich_help_panel=TEXT, help="Leave out, and count, broken parts of annotated corpora."),
]
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
    int,
    typer.Option(
        "--max-length",
        metavar="N",
        rich_help_panel=TEXT,
        help="The most tokens per input; longer ones are cut. The longer text is cut first.",
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
        + ". Repeatable: several are measured in one pass.",
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
Device = Annotated[str, typer.Option("--device", metavar="NAME", rich_help_panel=MODEL, help="auto, cpu, cuda, cuda:1 or mps.")]
Dtype = Annotated[
    str,
    typer.Option("--dtype", metavar="NAME", rich_help_panel=MODEL, help="auto, float32, bfloat16, float16 or float64."),
]
Revision = Annotated[
    str | None,
    typer.Option("--revision", metavar="NAME", rich_help_panel=MODEL, help="The branch, tag or commit of a model on the Hub."),
]
TrustRemoteCode = Annotated[
    bool,
    typer.Option("--trust-remote-code", rich_help_panel=MODEL, help="Run code that comes with the model. Read it first."),
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
RunFolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")]


@dataclass(frozen=True)
class RunRequest:
    """What `measure`, `report` and their like take to make a run."""

    model: ModelOption = "bundled"
    corpus: CorpusOption = field(default_factory=lambda: ["bundled"])
    skip_broken: SkipBroken = False
    max_length: MaxLength = 128
    limit: Limit = None
    batch_size: BatchSize = None
    masking: MaskingOption = MASKING
    weights: WeightsOption = field(default_factory=lambda: ["raw"])
    example: ExampleOption = None
    as_published: AsPublished = False
    device: Device = "auto"
    dtype: Dtype = "auto"
    revision: Revision = None
    trust_remote_code: TrustRemoteCode = False
    resume: Resume = False
    force: Force = False
    dry_run: DryRun = False
    quiet: Quiet = False
    format: Format = "table"
    variants: dict[str, str | None] = field(default_factory=dict)  # one option for each, made below

    def options(self, shard: str = "1/1") -> RunOptions:
        """What decides which numbers come out, and how."""
        names = ("max_length", "limit", "batch_size", "masking", "weights", "as_published", "skip_broken")
        given = {name: value for name, value in self.variants.items() if value is not None}
        return cast(RunOptions, {**{name: getattr(self, name) for name in names}, "shard": shard, **given})


def check_format(form: str) -> None:
    """Raises where a format is unknown: before the work, not after it."""
    if form not in FORMATS:
        raise unknown_name("format", form, FORMATS)


LOADING = "Loading model…"


def starting(quiet: bool) -> None:
    """Says at once on a terminal that something happens: importing torch takes seconds, and the bar comes after it."""
    if not quiet and sys.stderr.isatty():
        sys.stderr.write(f"{LOADING}\r")
        sys.stderr.flush()


def clear() -> None:
    """Takes that line away again, for a sentence that is to stand there."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{' ' * len(LOADING)}\r")


@contextmanager
def stoppable(what_then: str = "") -> Iterator[None]:
    """Ctrl-C ends what is inside with a sentence and status 130."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"headscope: stopped. {what_then}".rstrip(), err=True)
        raise typer.Exit(130) from None


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
