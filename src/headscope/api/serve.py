"""The views, live, on this machine: a page at 127.0.0.1, and nowhere else."""

from collections.abc import Callable
from pathlib import Path

from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.results.open import open_run
from headscope.results.scores import Scores
from headscope.views.run_scores import check_run, run_parts
from headscope.views.server import server
from headscope.views.server.known_models import Models


def serve(
    model: str = "bundled",
    *,
    port: int = 8765,
    run: Scores | str | Path | None = None,
    max_length: int = 512,
    device: str = "auto",
    dtype: str = "auto",
    revision: str | None = None,
    trust_remote_code: bool = False,
    ready: Callable[[str, str], None] | None = None,
) -> None:
    """Serves until it is stopped. `run` is a run of this model, whose scores and labels stand beside its heads. `ready` is called once with
    the page's address and the model's name, when both are there."""
    if max_length < 1:
        raise HeadscopeError(f"--max-length {max_length} is too small: expected at least 1.")
    listening = server.listen(port)  # first, because loading takes longer
    try:
        scores = open_run(run) if isinstance(run, str | Path) else run
        loaded = load(model, device=device, dtype=dtype, revision=revision, trust_remote_code=trust_remote_code)
        if scores is not None:
            check_run(loaded.name, loaded.stacks, scores)
        parts = None if scores is None else run_parts(loaded.stacks, scores)
        if ready is not None:
            ready(f"http://{server.HOST}:{listening.getsockname()[1]}/", loaded.name)
    except BaseException:
        listening.close()
        raise
    server.serve(Models(loaded, model), listening, most_tokens=max_length, run=parts)
