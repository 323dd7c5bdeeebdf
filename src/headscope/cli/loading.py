"""How a model is loaded: the options that say so."""

from typing import Annotated

import typer

MODEL = "Model"  # a panel of the help

Device = Annotated[str, typer.Option("--device", metavar="NAME", rich_help_panel=MODEL, help="auto, cpu, cuda, cuda:1 or mps.")]
Dtype = Annotated[
    str,
    typer.Option("--dtype", metavar="NAME", rich_help_panel=MODEL, help="auto, float32, bfloat16, float16 or float64."),
]
DeviceMap = Annotated[
    str | None,
    typer.Option(
        "--device-map",
        metavar="auto|balanced|sequential",
        rich_help_panel=MODEL,
        help="Lay the layers out over all devices, as accelerate would. Needs accelerate.",
    ),
]
Quantize = Annotated[
    str | None,
    typer.Option(
        "--quantize",
        metavar="int8|int4",
        rich_help_panel=MODEL,
        help="Keep the weights in int8 or int4. Needs bitsandbytes or torchao.",
    ),
]
Revision = Annotated[
    str | None,
    typer.Option("--revision", metavar="NAME", rich_help_panel=MODEL, help="The branch, tag or commit of a model on the Hub."),
]
TrustRemoteCode = Annotated[
    bool,
    typer.Option("--trust-remote-code", rich_help_panel=MODEL, help="Run code that comes with the model. Read it first."),
]
