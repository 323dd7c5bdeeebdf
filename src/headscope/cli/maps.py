"""headscope maps: attention maps in a file, for other tools and for `headscope measure --maps`."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o
from headscope.errors import HeadscopeError


def maps(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="FILE.npz or FILE.safetensors; FILE.jsonl is written beside it.")
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE.pkl]", help="A published pickle of maps to convert, instead of -m and -c.")
    ] = None,
    model: o.ModelOption = "bundled",
    corpus: Annotated[str, typer.Option("-c", "--corpus", help="A text file, a folder of them, 'bundled', or - .")] = "bundled",
    max_length: o.MaxLength = None,
    limit: o.Limit = None,
    batch_size: Annotated[int | None, typer.Option("--batch-size", help="Units per batch. [default: 8]")] = None,
    weights: o.KindOption = "raw",
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
    precision: Annotated[
        str | None, typer.Option("--precision", help="float16 or float32. [default: float32; for a pickle, its own]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
    quiet: o.Quiet = False,
) -> None:
    """Write attention maps to a file, with their tokens beside it, or convert a published pickle of maps."""
    if file is not None and (model, corpus, max_length, batch_size, weights) != ("bundled", "bundled", None, None, "raw"):
        raise HeadscopeError(
            f"'{file}' is converted as it is: -m, -c, --max-length, --batch-size and --weights don't go with it."
        )

    from headscope.api.known import check_corpora, check_kinds

    check_kinds([weights])
    if file is None:
        check_corpora([corpus])

    from headscope.api.maps import convert_maps, write_maps
    from headscope.api.models import Unloaded

    with o.stoppable("Nothing was written."):
        if file is not None:
            made = convert_maps(file, output, limit=limit, precision=precision, force=force)
        else:
            made = write_maps(
                output,
                Unloaded(model, device, dtype, revision, trust_remote_code),
                corpus,
                max_length=max_length,
                limit=limit,
                batch_size=batch_size,
                precision=precision or "float32",
                weights=weights,
                force=force,
                progress=not quiet,
            )
    if not quiet:
        about = f"{made.maps:,} maps, {made.bytes / 1e6:,.1f} MB"
        kind = "" if weights == "raw" else f"--weights {weights} "
        console.remark(
            f"Wrote {output} and {made.lines_file}: {about}. Measure them with: headscope measure --maps {output} {kind}-o DIR"
        )
