"""The main job: measure everything, write one page."""

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from headscope import console
from headscope.api.corpus import CorpusLike
from headscope.api.engines import check_engine
from headscope.api.measure import Way, carry_out, planned, texts_of
from headscope.api.models import ModelLike, TokenizerLike
from headscope.api.variants import RunOptions
from headscope.errors import HeadscopeError
from headscope.figures import figure_files
from headscope.files import read_regular
from headscope.findings.claims import claims
from headscope.findings.findings import findings, verdict
from headscope.findings.wording import listed
from headscope.models.weighting import make_weights
from headscope.names import LAYER_WEIGHTS, PAGE, PROBES
from headscope.report import EXAMPLES, report_files
from headscope.report.facts import size
from headscope.results.scores import Scores
from headscope.runs.chunk import ALLOWED
from headscope.runs.folder import RunFolder
from headscope.runs.progress import whole
from headscope.runs.remote import check_place, delivered, nearby
from headscope.tables.probe_source import read_probes
from headscope.urls import inside


def report(
    model: ModelLike = "bundled",
    corpus: CorpusLike | Sequence[CorpusLike] = "bundled",
    measures: Sequence[str] | None = None,
    *,
    folder: str | Path = "atlas",
    tokenizer: TokenizerLike | None = None,
    examples: int = EXAMPLES,
    probes: str | Path | None = None,
    example: str | Sequence[str] | None = None,
    engine: str = "local",
    workers: int | None = None,
    allow_failed: float = ALLOWED,
    resume: bool = False,
    force: bool = False,
    progress: bool = True,
    **options: Unpack[RunOptions],
) -> Path | str:
    """Measures everything, or the measures named, and writes a run folder with one self-contained page, `report.html`, and all figures;
    returns the page's path, or its URL where `folder` is one.

    A live transformers model comes with its `tokenizer`, and is left as it was. `examples` is the number of sentences that each head's
    card shows it at work on, `probes` a folder that `probe` wrote, of the same model, for the page to show too. Of a finished run,
    `resume=True` writes only page and figures anew. The other options are those of `measure`.
    """
    check_engine(engine, workers)
    check_place(folder, resume=resume, force=force)
    if single := [kind for kind in make_weights(options.get("weights", "raw")) if kind in LAYER_WEIGHTS]:
        raise HeadscopeError(
            f"A page shows heads, and --weights {single[0]} has one map for a layer. Use headscope measure --weights {single[0]}, then "
            "headscope show."
        )
    # Now, since the run may replace the folder that they lie in.
    names = fitted = None
    if probes is not None:
        with nearby(probes) as beside:
            names, fitted = {str(row["model"]) for row in read_probes(beside)}, read_regular(Path(beside) / PROBES)
    texts = texts_of(example)

    said: list[str] = []

    def also(scores: Scores) -> dict[str, bytes]:
        said[:] = summary(scores)
        return report_files(scores, examples=examples, probes=fitted) | figure_files(scores)

    with whole(progress), planned(model, corpus, measures, options, tokenizer=tokenizer, progress=progress) as plan:
        if names is not None and names != {plan.model.name}:
            raise HeadscopeError(
                f"The probes in '{probes}' are of {', '.join(sorted(names)) or 'no model'}, the report of {plan.model.name}: give those "
                "that headscope probe wrote of the same model, or leave --probes out."
            )
        how = Way(engine, workers, allow_failed)
        with delivered(folder, resume=resume, force=force) as near:
            place = RunFolder(near)
            carry_out(plan, place, resume=resume, force=force, progress=progress, example=texts, also=also, how=how)
    if progress:
        console.remark(*said)
    return inside(folder, PAGE)


def summary(scores: Scores) -> list[str]:
    """What was measured, and the findings of the page."""
    manifest, claims_made = scores.manifest, claims(scores)
    corpora = listed([f"{corpus.name} ({size(corpus)})" for corpus in manifest.read])
    measured = f"Measured {manifest.heads} heads of {manifest.model['name']}" + (f" on {corpora}." if corpora else ".")
    sentences = [finding.text for finding in findings(scores, claims_made)]
    nothing = verdict(scores, claims_made)
    return [measured, *([nothing] if nothing else []), *(f"{number}. {text}" for number, text in enumerate(sentences, 1))]
