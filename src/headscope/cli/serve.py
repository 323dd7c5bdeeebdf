"""headscope serve: the views, live, on this machine."""

from typing import Annotated

import typer

from headscope.cli import options as o


def serve(
    model: o.ModelOption = "bundled",
    port: Annotated[int, typer.Option("--port", help="The port on 127.0.0.1; 0 takes any free port.")] = 8765,
    max_length: Annotated[int, typer.Option("--max-length", help="The most tokens of a text; longer texts are refused.")] = 512,
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
) -> None:
    """Show the views live, for any text that you type, in a page on 127.0.0.1. Ctrl-C stops the server."""
    from headscope.api.serve import serve as serve_views

    def ready(address: str, name: str) -> None:
        typer.echo(address)
        typer.echo(f"Serving {name}. Open the address in a browser; Ctrl-C stops.", err=True)

    serve_views(
        model,
        port=port,
        max_length=max_length,
        device=device,
        dtype=dtype,
        revision=revision,
        trust_remote_code=trust_remote_code,
        ready=ready,
    )
    typer.echo("Stopped.", err=True)
