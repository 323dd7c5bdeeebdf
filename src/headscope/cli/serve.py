"""headscope serve: the views, live, on this machine."""

import os
import sys
from threading import Thread
from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o

_NO_BROWSER = "No browser could be started here: open the address yourself."


def serve(
    model: o.ModelOption = "bundled",
    port: Annotated[int, typer.Option("--port", help="The port on 127.0.0.1; 0 takes any free port.")] = 8765,
    max_length: Annotated[int, typer.Option("--max-length", help="The most tokens of a text; longer texts are refused.")] = 512,
    run: Annotated[
        str | None, typer.Option("--run", metavar="DIR", help="A run of this model, for the scores and labels of its heads.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    weights: o.KindOption = "raw",
    without: o.WithoutOption = None,
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
) -> None:
    """Show the views live, for any text that you type, in a page on 127.0.0.1. Ctrl-C stops the server."""
    off = list(o.switched_off(without))

    from headscope.api.known import check_heads, check_kinds

    check_kinds([weights])
    check_heads(model, off)

    from headscope.api.browser import open_page
    from headscope.api.serve import serve as serve_views

    def ready(address: str, name: str) -> None:
        console.result(address)
        console.remark(
            f"Serving {name}. {'It opens in your browser' if open_browser else 'Open the address in a browser'}; Ctrl-C stops."
        )
        if open_browser:  # in a thread: some browsers are waited for until they are closed
            Thread(target=show, args=(address,), daemon=True).start()

    def show(address: str) -> None:
        if not open_page(address):
            console.remark(_NO_BROWSER)

    serve_views(
        model,
        port=port,
        run=run,
        max_length=max_length,
        weights=weights,
        without=off,
        device=device,
        dtype=dtype,
        revision=revision,
        trust_remote_code=trust_remote_code,
        ready=ready,
    )
    console.remark("Stopped.")
    sys.stdout.flush()
    os._exit(0)  # at once: Python would wait for a text that is still being read, and take torch apart for seconds
