"""The views, live, on this machine: a page at 127.0.0.1, and nowhere else."""

from collections.abc import Callable, Sequence
from pathlib import Path

from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.models.weighting import check_weights, make_kind
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
    weights: str = "raw",
    without: Sequence[str] = (),
    device: str = "auto",
    dtype: str = "auto",
    revision: str | None = None,
    trust_remote_code: bool = False,
    ready: Callable[[str, str], None] | None = None,
) -> None:
    """Serves until it is stopped. A text that is being read then is not waited for.

    `run` is a run of this model, whose scores and labels stand beside its heads. `weights` is what maps are made of at first; the page can
    switch. `without` are heads that are off at first, as in "7-7". `ready` is called once with the page's address and the model's name,
    when nothing is missing.
    """
    kind = make_kind(weights)
    if max_length < 1:
        raise HeadscopeError(f"--max-length {max_length} is too small: expected at least 1.")
    listening = server.listen(port)  # first, because loading takes longer
    try:
        scores = open_run(run) if isinstance(run, str | Path) else run
        loaded = load(model, device=device, dtype=dtype, revision=revision, trust_remote_code=trust_remote_code)
        check_weights([kind], loaded)
        loaded.gated(dict.fromkeys(without, 0))  # raises where there is no such head
        if scores is not None:
            check_run(loaded.name, loaded.stacks, scores)
        parts = None if scores is None else run_parts(loaded.stacks, scores)
        made = server.make_server(Models(loaded, model), listening, server.Served(max_length, parts, kind, tuple(without)))
        if ready is not None:  # now that nothing is missing
            ready(f"http://{server.HOST}:{listening.getsockname()[1]}/", loaded.name)
    except BaseException:
        listening.close()
        raise
    server.serve(made, listening)
