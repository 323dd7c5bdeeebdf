"""headscope examples: the most confident predictions of a head, right and wrong."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o
from headscope.errors import HeadscopeError, unknown_name

if TYPE_CHECKING:
    from headscope.answers.answer import Example
    from headscope.results.scores import Scores
    from headscope.types import Head, Series

_COLUMNS = (
    *("kind", "rank", "head", "direction", "relation", "weight", "word", "predicted", "gold"),
    *("word_place", "asked_place", "predicted_place", "gold_places", "document", "place", "sentence"),
)
WHOLE, AROUND = 40, 8  # of a unit with more words than WHOLE, only those that are at most AROUND away from a marked one
_FORMS = ("table", "csv", "json")


def examples(
    folder: o.RunFolderArgument,
    head: Annotated[str, typer.Option("--head", help="A head, as in 8-10.")],
    relation: Annotated[
        str,
        typer.Option(
            "--relation",
            help="A relation (dobj, nmod:*, all), or mentions: coreference, coreference.pronoun, .proper or .nominal.",
        ),
    ],
    direction: Annotated[
        str | None,
        typer.Option("--direction", help="dependent-to-head or head-to-dependent. [default: the better one]"),
    ] = None,
    top: Annotated[int, typer.Option("--top", min=1, help="The number of right predictions, and of wrong ones.")] = 5,
    right: Annotated[
        bool | None, typer.Option("--right/--wrong", help="Only right or only wrong predictions. [default: both]")
    ] = None,
    corpus: Annotated[
        str | None, typer.Option("-c", "--corpus", help="Which corpus of the run, or its file, if it has moved.")
    ] = None,
    model: Annotated[str | None, typer.Option("-m", "--model", help="The run's model, if it has moved.")] = None,
    stack: Annotated[str | None, typer.Option("--stack", help="encoder, decoder or cross, if the model has several.")] = None,
    batch_size: o.BatchSize = None,
    device: o.Device = "auto",
    trust_remote_code: o.TrustRemoteCode = False,
    quiet: o.Quiet = False,
    format: o.Format = "table",
) -> None:
    """Show a head's most confident right and wrong predictions of a relation. If the run does not store enough of them, the command
    reads its corpus again with its model. It writes nothing."""
    from headscope.results.scores import open_run
    from headscope.types import Head

    wanted = Head.parse(head)
    if format not in _FORMS:
        raise unknown_name("format", format, _FORMS)
    scores = open_run(folder)
    names = [record.name for record in scores.manifest.corpora]
    place = None if corpus is None or corpus in names else corpus
    name = _recognise(scores, place) if place is not None else corpus
    series = _find(scores, wanted, relation, direction=direction, corpus=name, stack=stack)
    found = None if model or place else _kept(folder, series, wanted, top)
    if found is None:
        found = _look(scores, series, wanted, top, model, place, device, batch_size, trust_remote_code, quiet)
    kinds = [kind for kind, mine in (("right", right is not False), ("wrong", right is not True)) if mine]
    chosen = [one for one in found if one.kind in kinds]
    typer.echo(_text(scores, series, wanted, chosen, kinds) if format == "table" else _data(series, chosen, format), nl=False)


def _recognise(scores: "Scores", place: str) -> str | None:
    """Which corpus of the run a file is, by its hash; None where it is none."""
    from headscope.corpora import open_corpus

    opened = open_corpus(place)
    return next((record.name for record in scores.manifest.corpora if record.sha256 == opened.hash), None)


def _find(
    scores: "Scores", head: "Head", relation: str, *, direction: str | None, corpus: str | None, stack: str | None
) -> "Series":
    """The series that the head is asked about; where no direction is said, the one in which it is right more often."""
    from headscope.names import ALL, COREFERENCE, DEPENDENCY
    from headscope.results.series import only

    measure, key = DEPENDENCY, relation
    if relation.partition(".")[0] == COREFERENCE:
        measure, key = COREFERENCE, relation.partition(".")[2] or ALL
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
    return max(found, key=lambda series: scores.value(series)[head])


def _kept(folder: Path, series: "Series", head: "Head", top: int) -> "list[Example] | None":
    from headscope.answers.examples import FILE, from_bytes, kept_examples

    path = folder / FILE
    return kept_examples(from_bytes(path.read_bytes()), series, head, top) if path.is_file() else None


def _look(
    scores: "Scores",
    series: "Series",
    head: "Head",
    top: int,
    model: str | None,
    place: str | None,
    device: str,
    batch_size: int | None,
    trust_remote_code: bool,
    quiet: bool,
) -> "list[Example]":
    """One pass over the run's corpus, for this head alone."""
    from headscope.answers.answer import Wanted
    from headscope.answers.confident import collect
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
    wanted = Wanted(series.stack, head, series.measure, series.key, series.direction)
    try:
        return collect(again.model, again.corpus, again.options, [wanted], top, shards=again.shards, progress=not quiet)
    except KeyboardInterrupt:
        typer.echo("headscope: stopped.", err=True)
        raise typer.Exit(130) from None


def _data(series: "Series", found: "list[Example]", form: str) -> str:
    from headscope.tables.table import Cell, Table

    rows: list[tuple[Cell, ...]] = []
    for number, one in enumerate(found):
        (p,) = one.predictions
        rank = number + 1 - next(at for at, other in enumerate(found) if other.kind == one.kind)
        about = (one.kind, rank, str(one.wanted.head), series.direction or None, series.key, p.weight)
        gold = ", ".join(one.words[at] for at in p.gold) or None
        places = (p.word + 1, p.asked + 1, p.predicted + 1, ", ".join(str(at + 1) for at in p.gold) or None)
        named = (one.words[p.word], one.words[p.predicted], gold)
        rows.append((*about, *named, *places, one.document, one.place, " ".join(one.words)))
    return Table("", _COLUMNS, rows).to(form)


def _text(scores: "Scores", series: "Series", head: "Head", found: "list[Example]", kinds: list[str]) -> str:
    """For a terminal: what was asked, then each example as a line about it and its sentence; nothing in them can move a cursor."""
    from headscope.quantities import percent, percent_interval
    from headscope.tables.table import printable

    value = float(scores.value(series)[head])
    low, high = (None if end != end else end for end in (float(end[head]) for end in scores.interval(series)))
    between = percent_interval(low, high)
    cases = float(scores.tally.weights(series).sum())
    asked = f"{series.measure}.{series.key}" if series.measure == "coreference" else series.key
    how = f", {series.direction}" if series.direction else ""
    share = f"{percent(value, low, high)}%{f' ({between})' if between else ''} of {cases:,.0f} cases right"
    lines = [f"{scores.manifest.model['name']} on {series.corpus} · head {head} on {asked}{how}: {share}"]
    for kind in kinds:
        mine = [one for one in found if one.kind == kind]
        lines += ["", f"{kind}, most confident first" if mine else f"{kind}: none"]
        for one in mine:
            (p,) = one.predictions
            lines += [f"{p.weight:.3f}  {_answer(one)} · {one.place or one.document}", f"       {marked(one)}"]
    legend = "*word* → **predicted**, [right answer] where the prediction is wrong; the number is the weight behind it."
    return "\n".join(printable(line) for line in [*lines, "", legend]) + "\n"


def _answer(one: "Example") -> str:
    (p,) = one.predictions
    asked = f" (by {one.words[p.asked]})" if p.asked != p.word else ""
    gold = " or ".join(dict.fromkeys(one.words[at] for at in p.gold)) or "none, it is the root"
    return f"{one.words[p.word]}{asked} → {one.words[p.predicted]}" + ("" if p.right else f" [gold: {gold}]")


def marked(one: "Example") -> str:
    """The sentence with its word, the predicted one and, where that is wrong, the right ones marked; of a long one the parts around."""
    (p,) = one.predictions
    signs = {} if p.right else dict.fromkeys(p.gold, "[{}]")
    signs |= {p.word: "*{}*", p.predicted: "**{}**"}
    shown = [at for at in range(len(one.words)) if len(one.words) <= WHOLE or min(abs(at - m) for m in signs) <= AROUND]
    words, last = [], -1
    for at in shown:
        words += ["…"] * (at > last + 1) + [signs.get(at, "{}").format(one.words[at])]
        last = at
    return " ".join([*words, *["…"] * (last < len(one.words) - 1)])
