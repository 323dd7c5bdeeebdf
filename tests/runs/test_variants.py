"""What the published code does differently, each an option: what it changes, where it is written, what it keeps apart."""

import json
from dataclasses import fields, replace
from inspect import Parameter, signature
from typing import get_args

import numpy as np
import pytest
import torch
from typer.models import OptionInfo

from headscope.api.measure import measure
from headscope.cli.measure import measure as verb
from headscope.cli.options import RunRequest
from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED
from headscope.errors import HeadscopeError
from headscope.measures import MEASURES
from headscope.models.maps import open_maps
from headscope.report.payload import payload
from headscope.results.merge import merge
from headscope.results.open import open_run
from headscope.runs.accumulate import observe
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.options import Options
from headscope.runs.plan import make_measures, make_plan
from headscope.runs.variants import CHOICES, NOT_OF_MAPS, Variants, choose
from headscope.tallies import to_bytes
from headscope.tokens import collate
from headscope.types import Unit

PUBLISHED = {
    "segments": "filled",
    "segment_ids": "zero",
    "map_precision": "float16",
    "smoothing": "published",
    "words_from": "first",
    "offsets": "published",
    "windows": "first",
}
NAMES = ["token", "entropy"]
OF = {  # the measures by which a variant is seen
    **dict.fromkeys(("loss", "gradient_per"), "gradient"),
    **dict.fromkeys(("words_from", "possessors", "offsets", "directions"), "dependency"),
    **dict.fromkeys(("windows", "antecedents", "mention_heads", "no_match"), "coreference"),
}
OTHERS = [(name, value) for name, choice in CHOICES.items() for value in list(choice.words)[1:]]
SMALL = {"max_length": 48, "progress": False}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> str:
    """Lines of 1 to 80 words in 50 documents: more than two chunks, filled or not."""
    random = np.random.default_rng(2)
    words = ["the", "river", "was", "old", "and", "she", "saw", "it", ",", "."]
    lines = [
        " ".join(random.choice(words, random.integers(1, 80))) if line else ""
        for _ in range(50)
        for line in reversed(range(random.integers(2, 12)))
    ]
    path = tmp_path_factory.mktemp("corpus") / "lines.txt"
    path.write_text("\n".join(lines))
    return str(path)


def test_every_variant_has_a_place_everywhere():
    assert {f.name: f.default for f in fields(Variants)} == {name: choice.default for name, choice in CHOICES.items()}
    assert issubclass(Options, Variants)
    assert RunRequest().variants == {} and signature(measure).parameters["variants"].kind is Parameter.VAR_KEYWORD
    offered = signature(verb).parameters
    for name, choice in CHOICES.items():
        assert offered[name].default is None and not hasattr(RunRequest(), name)
        (asked,) = [said for said in get_args(offered[name].annotation) if isinstance(said, OptionInfo)]
        assert f"--{name.replace('_', '-')}" in (asked.default, *asked.param_decls)
        assert all(f"{value}: {words}" in asked.help for value, words in choice.words.items())
        assert asked.help.endswith(f"[default: {choice.default}]")
        assert len(choice.words) > 1 and (choice.published is None or choice.published in list(choice.words)[1:])
    assert "variants" not in offered
    assert {name: choice.published for name, choice in CHOICES.items() if choice.published} == PUBLISHED


def test_all_at_once_or_some_of_them():
    usual = {name: choice.default for name, choice in CHOICES.items()}
    assert choose({}, as_published=False) == usual
    assert choose({}, as_published=True) == usual | PUBLISHED
    assert choose({"smoothing": "none", "loss": "sum"}, as_published=True) == usual | PUBLISHED | {
        "smoothing": "none",
        "loss": "sum",
    }
    of_maps = choose({}, as_published=True, only_maps=True)
    kept = {"map_precision": "float16", "smoothing": "published", "words_from": "first", "offsets": "published"}
    assert Variants(**of_maps).chosen() == kept
    assert set(NOT_OF_MAPS) == {"segments", "segment_ids", "loss", "gradient_per", "windows"}


def test_a_verb_hands_over_what_was_asked(main, bundled, tmp_path):
    """From the command line into the manifest; what is not said is not there."""
    words = ("--words-from", "max", "--directions", "three", "--offsets", "five")
    status, _, errors = main(
        "measure", "-c", ANNOTATED, "--measure", "dependency=det", "--limit", 4, "-q", "-o", tmp_path / "run", *words
    )
    assert status == 0, errors
    said = open_run(tmp_path / "run").manifest.options
    assert {name: said[name] for name in CHOICES if name in said} == {"words_from": "max", "directions": "three"}
    library = measure(
        bundled, str(ANNOTATED), ["dependency=det"], limit=4, progress=False, words_from="max", directions="three"
    )
    assert (tmp_path / "run" / "tally.safetensors").read_bytes() == to_bytes(library.measured)


def test_an_unknown_variant_is_refused_with_a_suggestion():
    with pytest.raises(HeadscopeError, match=r"no variant named 'word_from'\. Did you mean 'words_from'\?"):
        measure("bundled", "bundled", ["peak"], word_from="first")


@pytest.fixture(scope="module")
def odd_heads(tmp_path_factory) -> str:
    """Mentions whose annotated head is not the one of the tree: of *the old man* it is *the*. A word, its tag, its governor and
    its mention a line."""
    said = "the DET 3 (m-1 | old ADJ 3 _ | man NOUN 4 m) | saw VERB 0 _ | him PRON 4 (o-1)", "he PRON 2 (m-1) | slept VERB 0 _"
    lines = ["# global.Entity = eid-head"]
    for document in range(12):
        lines.append(f"# newdoc id = {document}")
        for sentence in said:
            for at, row in enumerate(sentence.split(" | "), 1):
                word, tag, head, entity = row.split()
                misc = "_" if entity == "_" else f"Entity={entity}"
                relation = "root" if head == "0" else "dep"
                lines.append("\t".join([str(at), word, "_", tag, "_", "_", head, relation, "_", misc]))
            lines.append("")
    path = tmp_path_factory.mktemp("corpus") / "odd.conllu"
    path.write_text("\n".join(lines))
    return str(path)


@pytest.mark.parametrize(("name", "value"), [one for one in OTHERS if OF.get(one[0], "token") in MEASURES])
def test_each_changes_the_numbers_and_is_written_down(small, odd_heads, name, value):
    """With the measures it is about; and a default run says nothing of it, so that old runs and new ones go together."""
    names = [OF[name]] if name in OF else NAMES
    corpus = str(ANNOTATED) if OF.get(name) in ("dependency", "coreference") else "bundled"
    corpus = odd_heads if name == "mention_heads" else corpus
    options = {"measures": names, "limit": 12, **SMALL}
    usual, other = measure(small, corpus, **options), measure(small, corpus, **options, **{name: value})
    assert to_bytes(usual.tally) != to_bytes(other.tally)
    assert other.manifest.options[name] == value
    facts = dict(map(tuple, payload(other)["facts"]))
    assert facts["Variants"] == CHOICES[name].words[value] and "Variants" not in dict(map(tuple, payload(usual)["facts"]))
    assert not set(CHOICES) & set(usual.manifest.options) and "as_published" not in usual.manifest.options
    assert usual.manifest.options["fingerprint"] != other.manifest.options["fingerprint"]
    with pytest.raises(HeadscopeError, match=f"--{name.replace('_', '-')} {CHOICES[name].default} and {value}"):
        merge([usual, other])


def test_as_published_is_all_of_them_by_hand(small, tmp_path):
    options = {"measures": [*NAMES, "divergence"], "limit": 12, **SMALL}
    at_once = measure(small, "bundled", as_published=True, folder=tmp_path / "run", **options)
    by_hand = measure(small, "bundled", **options, **PUBLISHED)
    assert to_bytes(at_once.tally) == to_bytes(by_hand.tally)
    written = json.loads((tmp_path / "run" / "manifest.json").read_text())["options"]
    assert {name: written[name] for name in PUBLISHED} == PUBLISHED and written["as_published"] is True
    assert "as_published" not in by_hand.manifest.options
    assert dict(map(tuple, payload(open_run(tmp_path / "run"))["facts"]))["Variants"].endswith(
        "; asked for with --as-published"
    )
    with pytest.raises(HeadscopeError, match="holds a finished run"):
        measure(small, "bundled", folder=tmp_path / "run", resume=True, **options)
    again = measure(small, "bundled", folder=tmp_path / "run", resume=True, **options, **PUBLISHED)
    assert again.tally == at_once.tally, "the same run, however it was asked for"


def test_sharding_and_batch_size_change_nothing(small, corpus):
    options = {"measures": NAMES, "as_published": True, **SMALL}
    whole = measure(small, corpus, **options)
    assert whole.manifest.units > 130 and whole.manifest.corpora[0].documents == 50
    shards = [measure(small, corpus, shard=f"{i}/2", **options) for i in (2, 1)]
    assert to_bytes(merge(shards).tally) == to_bytes(whole.tally)
    other = measure(small, corpus, batch_size=5, **options)
    assert other.manifest.corpora == whole.manifest.corpora
    for series in whole.series():
        np.testing.assert_allclose(other.value(series), whole.value(series), atol=1e-4)


def test_filled_segments_are_full(small, corpus):
    options = Options(48, segments="filled")
    plan = make_plan(small, [open_corpus(corpus)], make_measures(["peak"]), options, progress=False)
    units = [unit for chunk in read_chunks(plan.passes[0].corpus, "pair", small, options) for unit in chunk.units]
    assert len(units) == plan.passes[0].units
    encoded, _ = encode(units, "pair", small, options)
    lengths = np.array([len(row) for row in encoded])
    assert lengths.max() == 48 and (lengths == 48).mean() > 0.6
    usual = [unit for chunk in read_chunks(plan.passes[0].corpus, "pair", small, Options(48)) for unit in chunk.units]
    assert (
        " ".join(f"{u.first} {u.second or ''}" for u in units).split()
        == " ".join(f"{u.first} {u.second or ''}" for u in usual).split()
    )


def test_segment_ids_are_zero_to_the_model_only(small):
    units = [Unit("a", "She came.", "He saw her."), Unit("b", "It rained.")]
    rows, _ = encode(units, "pair", small, Options(segment_ids="zero"))
    usual, _ = encode(units, "pair", small, Options())
    batch = collate(rows, small.encoder)
    assert not small.inputs(batch)["token_type_ids"].any()
    assert batch.source.segments.any() and torch.equal(batch.source.segments, collate(usual, small.encoder).source.segments)
    assert [row.ids for row in rows] == [row.ids for row in usual] and any(usual[0].types)
    without = [replace(row, types=None) for row in usual]
    assert collate(without, small.encoder).types is None, "a model without segment ids gets none"


def test_maps_are_rounded_to_float16(small):
    """The largest weights of a layer, seen by `peak`, are those of NumPy's float16."""
    rows, _ = small.encoder.encode([Unit("a", "The river was old, and she saw it.", "It was wide.")], 32)
    batch, maps = collate(rows, small.encoder), []
    small.attend(batch, lambda site, call: maps.append(call.weights.clone()))
    for precision, dtype in (("full", np.float32), ("float16", np.float16)):
        part = observe(small, make_measures(["peak"]), batch, precision).parts[0]
        for layer, weights in enumerate(maps):
            rounded = weights[0].numpy().astype(dtype).astype(np.float64)
            expected = rounded.max(-1).mean(-1)
            np.testing.assert_allclose(part.values[0, layer, 0].numpy(), expected, rtol=1e-12)
    assert np.abs(maps[0].numpy() - maps[0].numpy().astype(np.float16)).max() > 1e-5, "rounding is seen"


def test_a_file_of_maps_takes_what_is_about_maps(tmp_path):
    random = np.random.default_rng(0)
    weights = random.gamma(0.3, size=(2, 2, 4, 4)) + 1e-9
    np.savez(tmp_path / "m.npz", a=(weights / weights.sum(-1, keepdims=True)).astype(np.float32))
    (tmp_path / "m.jsonl").write_text(json.dumps({"id": "a", "tokens": ["[CLS]", "it", ".", "[SEP]"]}) + "\n")
    model, texts = open_maps(tmp_path / "m.npz")
    options = {"measures": ["entropy", "divergence"], "progress": False}
    published = measure(model, texts, as_published=True, **options)
    assert published.manifest.options["map_precision"] == "float16" and "segment_ids" not in published.manifest.options
    assert to_bytes(published.tally) != to_bytes(measure(model, texts, **options).tally)
    for name in NOT_OF_MAPS:
        with pytest.raises(HeadscopeError, match=f"Maps bring their own .* --{name.replace('_', '-')} does not go with them"):
            measure(model, texts, **options, **{name: list(CHOICES[name].words)[1]})


@pytest.mark.parametrize("name", CHOICES)
def test_an_unknown_value_is_refused(name):
    with pytest.raises(HeadscopeError, match=f"--{name.replace('_', '-')} 'other' is not known: expected "):
        measure("bundled", "bundled", ["peak"], **{name: "other"})


def test_a_stopped_run_is_not_continued_with_other_variants(small, corpus):
    plans = [
        make_plan(small, [open_corpus(corpus)], None, options, progress=False)
        for options in (Options(48), Options(48, as_published=True), Options(48, smoothing="published"))
    ]
    fingerprints = [plan.fingerprint() for plan in plans]
    assert fingerprints[0] == fingerprints[1] != fingerprints[2], "the variants decide, not how they were asked for"
