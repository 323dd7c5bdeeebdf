"""A finished run's model and corpus once more, and nothing but these: both are checked against the hashes in its manifest."""

from pathlib import Path
from typing import Any, NamedTuple

from headscope.corpora import Corpus, open_corpus
from headscope.errors import HeadscopeError
from headscope.models import Model, load
from headscope.models.bundled import FOLDERS
from headscope.models.gates import told
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.runs.options import Options, Shard
from headscope.runs.variants import CHOICES


class Reopened(NamedTuple):
    """What a run was made of, ready for another pass."""

    model: Model
    corpus: Corpus
    options: Options
    shards: tuple[Shard, ...]


def reopen(
    manifest: Manifest,
    corpus: str,
    *,
    model: str | None = None,
    place: str | None = None,
    device: str = "auto",
    batch_size: int | None = None,
    trust_remote_code: bool = False,
) -> Reopened:
    """Opens the run's corpus of that name and its model again, by the names in the manifest unless `place` and `model` say where
    they are now. Raises where one is not what it was."""
    record = manifest.corpus(corpus)
    opened = _open_corpus(record, place)
    options = {name: value for name, value in manifest.options.items() if name in CHOICES}
    if "max_length" not in manifest.options:
        raise HeadscopeError(
            "The run's manifest does not say how long its segments may be (options.max_length). Measure again."
        )
    asked = Options(manifest.options["max_length"], manifest.options.get("limit"), batch_size, **options)
    loaded = _open_model(manifest.model, model, device=device, trust_remote_code=trust_remote_code)
    return Reopened(loaded, opened, asked, tuple(Shard.parse(shard) for shard in record.shards))


def _open_corpus(record: CorpusRecord, place: str | None) -> Corpus:
    if place is None and record.origin == "-":
        raise HeadscopeError(f"The run read '{record.name}' from standard input: give it again as a file, with -c.")
    try:
        # Whatever was broken then was left out, or there would be no run.
        opened = open_corpus(place or record.origin, skip_broken=True)
    except HeadscopeError as error:
        if place is not None:
            raise
        raise HeadscopeError(f"The run's corpus can't be opened again: {error} Say where it is now, with -c.") from None
    if opened.hash != record.sha256:
        raise HeadscopeError(
            f"'{opened.origin}' is not what the run read as '{record.name}': its SHA-256 begins with {opened.hash[:12]}, the run's "
            f"with {record.sha256[:12]}. Give the same file with -c, or measure again."
        )
    return opened


def _open_model(about: dict[str, Any], given: str | None, *, device: str, trust_remote_code: bool) -> Model:
    """By its name on the Hub, with the revision of then; a folder's name does not say where it is, unless the model is ours."""
    gates = about.get("gates", {})
    name = about["name"].removesuffix(told(gates))
    where: str | Path | None = given or (name if "revision" in about else FOLDERS.get(name))
    if where is None:
        raise HeadscopeError(f"The run's model '{name}' was read from a folder: say where that is now, with -m.")
    loaded = load(
        where,
        device=device,
        dtype=about["dtype"],
        revision=about.get("revision"),
        trust_remote_code=trust_remote_code,
    )
    then = {key: about.get(key) for key in loaded.identity}
    if then != loaded.identity:
        ((key, now),) = loaded.identity.items()
        was = str(then[key])[:12] if then[key] else "not known"
        raise HeadscopeError(
            f"The model '{loaded.name}' is not the one of the run: its {key} begins with {now[:12]}, the run's is {was}. "
            "Give the same model with -m, or measure again."
        )
    return loaded.gated(gates) if gates else loaded
