"""Single words that a head is right and wrong about: those that the run keeps, or another pass over its corpus for this head."""

from headscope.answers.answer import Example, Wanted
from headscope.answers.examples import from_bytes, kept_examples
from headscope.answers.meant import meant
from headscope.api.open import RunLike, run_of
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError, unknown_name
from headscope.results.scores import Scores
from headscope.results.series import only
from headscope.tables.examples import Examples
from headscope.ties import rounded
from headscope.types import Head, Series


def examples(
    run: RunLike,
    head: str | Head,
    relation: str,
    *,
    direction: str | None = None,
    top: int = 5,
    right: bool | None = None,
    corpus: str | None = None,
    stack: str | None = None,
    model: str | None = None,
    device: str = "auto",
    batch_size: int | None = None,
    trust_remote_code: bool = False,
    progress: bool = True,
) -> Examples:
    """A head's `top` most confident right and wrong predictions of a relation ("dobj") or of mentions ("coreference.pronoun"); with
    `right` only the right or only the wrong ones.

    What the run does not keep is found in another pass over its corpus with its model. `corpus` says which corpus of the run, or where
    its file is now, `model` where the model is now. Without a direction it is the one in which the head is right more often.
    """
    wanted = Head.parse(head) if isinstance(head, str) else head
    scores = run_of(run)
    names = [record.name for record in scores.manifest.corpora]
    place = None if corpus is None or corpus in names else corpus
    name = _recognise(scores, place) if place is not None else corpus
    series = _find(scores, wanted, relation, direction=direction, corpus=name, stack=stack)
    found = None if model or place else _kept(scores, series, wanted, top)
    if found is None:
        from headscope.answers.confident import collect  # needs torch, which what is kept does not
        from headscope.results.reopen import reopen

        again = reopen(
            scores.manifest,
            series.corpus,
            model=model,
            place=place,
            device=device,
            batch_size=batch_size,
            trust_remote_code=trust_remote_code,
        )
        asked = [Wanted(series.stack, wanted, series.measure, series.key, series.direction)]
        found = collect(again.model, again.corpus, again.options, asked, top, shards=again.shards, progress=progress)
    kinds = tuple(kind for kind, mine in (("right", right is not False), ("wrong", right is not True)) if mine)
    return Examples(scores, series, wanted, found, kinds)


def _recognise(scores: Scores, place: str) -> str | None:
    """Which corpus of the run a file is, by its hash; None where it is none."""
    opened = open_corpus(place)
    return next((record.name for record in scores.manifest.corpora if record.sha256 == opened.hash), None)


def _find(scores: Scores, head: Head, relation: str, *, direction: str | None, corpus: str | None, stack: str | None) -> Series:
    """The series that the head is asked about; where no direction is said, the one in which it is right more often."""
    measure, key = meant(scores, relation)
    if measure not in scores.manifest.measures:
        why = scores.manifest.left_out.get(measure)
        hint = f"it could not be measured: {why}" if why else f"measure it first: headscope measure --measure {measure} -o DIR"
        raise HeadscopeError(f"This run has no '{measure}' of which to show examples; {hint.rstrip('.')}.")
    stacks = scores.manifest.model["stacks"]
    if stack is not None and stack not in stacks:
        raise unknown_name("stack in this run", stack, stacks)
    found = scores.matching(measure, key, corpus=corpus, stack=stack, direction=direction)
    found = only(found, ("stack", "corpus"))
    layers, heads = scores.value(found[0]).shape
    if head.layer >= layers or head.head >= heads:
        raise HeadscopeError(f"There is no head {head}: this model has {layers} layers of {heads} heads.")
    return max(found, key=lambda series: rounded(float(scores.value(series)[head])))


def _kept(scores: Scores, series: Series, head: Head, top: int) -> list[Example] | None:
    return None if scores.examples is None else kept_examples(from_bytes(scores.examples), series, head, top)
