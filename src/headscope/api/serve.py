"""The views, live, on this machine: a page at 127.0.0.1, and nowhere else."""

from collections.abc import Callable

from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.views.server import server
from headscope.views.server.known_models import Models


def serve(
    model: str = "bundled",
    *,
    port: int = 8765,
    max_length: int = 512,
    device: str = "auto",
    dtype: str = "auto",
    revision: str | None = None,
    trust_remote_code: bool = False,
    ready: Callable[[str, str], None] | None = None,
) -> None:
    """Serves until it is stopped. `ready` is called once with the page's address and the model's name, when both are there."""
    if max_length < 1:
        raise HeadscopeError(f"--max-length {max_length} is too small: expected at least 1.")
    listening = server.listen(port)  # first, because loading takes longer
    try:
        loaded = load(model, device=device, dtype=dtype, revision=revision, trust_remote_code=trust_remote_code)
        if ready is not None:
            ready(f"http://{server.HOST}:{listening.getsockname()[1]}/", loaded.name)
    except BaseException:
        listening.close()
        raise
    server.run(Models(loaded, model), listening, most_tokens=max_length)
