"""headscope serve: the views, live, on this machine."""

from typing import Annotated

import typer

from headscope.cli import options as o
from headscope.errors import HeadscopeError


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
    if max_length < 1:
        raise HeadscopeError(f"--max-length {max_length} is too small: expected at least 1.")

    from headscope.views.server import server as server
    from headscope.views.server.known_models import Models

    listening = server.listen(port)  # first, because loading takes longer
    try:
        from headscope.models import load

        loaded = load(model, device=device, dtype=dtype, revision=revision, trust_remote_code=trust_remote_code)
    except BaseException:
        listening.close()
        raise
    typer.echo(f"http://{server.HOST}:{listening.getsockname()[1]}/")
    typer.echo(f"Serving {loaded.name}. Open the address in a browser; Ctrl-C stops.", err=True)
    server.run(Models(loaded, model), listening, most_tokens=max_length)
    typer.echo("Stopped.", err=True)
