"""The sections of the page: every number is the one in the run's Parquet files, and nothing is claimed that these don't carry."""

import json
import re
from typing import Any

import numpy as np
import polars as pl
import pytest

import headscope
from headscope.api.measure import measure
from headscope.findings.claims import claims
from headscope.report.cards import cards
from headscope.report.page import embed
from headscope.report.sections import sections
from headscope.reproduce import beside
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tables.dependency import dependency
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

MEASURES = ["offset", "token", "token-from-sep", "entropy", "gradient", "divergence", "dependency", "idle", "coreference"]
ORDER = ["surface", "gradients", "entropy", "parsers", "coreference", "probes", "mixing", "matter", "clusters", "paper"]


@pytest.fixture(scope="module")
def folder(bundled, tmp_path_factory):
    """A run on disk of everything that sections are made of: a few short texts, and the bundled trees, which are enough to judge by."""
    place = tmp_path_factory.mktemp("run")
    texts = [[f"Text {d} is short, but has {d * p + 1} parts. They differ.\n" for p in range(4)] for d in range(12)]
    (place / "texts.txt").write_text("\n".join("".join(paragraphs) for paragraphs in texts))
    measure(bundled, [str(place / "texts.txt"), "annotated"], MEASURES, folder=place / "atlas", progress=False)
    return place / "atlas"


@pytest.fixture(scope="module")
def page(folder) -> dict[str, dict[str, Any]]:
    """The sections, as the page reads them."""
    made = json.loads(embed(sections(headscope.open(folder))))
    assert [one["id"] for one in made] == ORDER
    return {one["id"]: one for one in made}


def rows(section: dict[str, Any], id: str) -> list[dict[str, Any]]:
    [found] = [one for one in section["tables"] if one["id"] == id]
    return [dict(zip([column["name"] for column in found["columns"]], row, strict=True)) for row in found["rows"]]


def chart(section: dict[str, Any], kind: str, at: int = 0) -> dict[str, Any]:
    return [one for one in section["charts"] if one["kind"] == kind][at]


def place(head: str) -> dict[str, int]:
    layer, number = map(int, head.split("-"))
    return {"layer": layer - 1, "head": number - 1}


def one(frame: pl.DataFrame, **which: Any) -> dict[str, Any]:
    """The one row in which columns have these values."""
    for name, value in which.items():
        frame = frame.filter(pl.col(name).is_null() if value is None else pl.col(name) == value)
    assert len(frame) == 1, (which, len(frame))
    return frame.row(0, named=True)


@pytest.mark.parametrize(
    ("id", "table", "names"),
    [
        ("surface", "surface-by-layer", ["offset.-1", "offset.0", "offset.+1", "token.cls", "token.sep", "token.punct"]),
        ("surface", "surface-by-layer", ["token-from-sep.sep"]),
        ("gradients", "gradients-by-layer", ["gradient.sep", "gradient.cls", "gradient.punct", "gradient.other"]),
        ("entropy", "entropy-by-layer", ["entropy.all", "entropy.cls"]),
    ],
)
def test_means_by_layer_are_the_means_of_the_file(page, folder, id, table, names):
    scores = pl.read_parquet(folder / "scores.parquet")
    even = pl.read_parquet(folder / "baselines.parquet").filter(pl.col("name") == "uniform")
    found = rows(page[id], table)
    assert [row["layer"] for row in found[:8]] == list(range(1, 9))
    for name in names:
        measure_name, key = name.split(".")
        mine = scores.filter((pl.col("measure") == measure_name) & (pl.col("key") == key))
        for row in found[:8]:
            assert row[name] == pytest.approx(mine.filter(pl.col("layer") == row["layer"] - 1)["value"].mean(), abs=1e-12)
        if id != "gradients":
            assert found[-1]["layer"] == "uniform"
            assert found[-1][name] == one(even, measure=measure_name, key=key)["value"]


def test_the_papers_means_stand_beside_ours(page):
    found = rows(page["entropy"], "entropy-by-layer")
    # Of the paper's twelve layers those that this model has, and uniform attention.
    assert [row["entropy.all, paper"] for row in found] == [3.61, 2.87, 2.56, 2.75, 2.43, 1.93, 1.94, 1.77, 4.80]
    assert all(row["entropy.all"] is not None for row in found)
    assert page["entropy"]["references"]["entropy.all"][:8] == [row["entropy.all, paper"] for row in found[:8]]
    assert page["surface"]["references"]["token.cls"] == [0.05, 0.26, 0.24, 0.15, 0.03, *[None] * 7]
    assert not any(", paper" in name for name in rows(page["gradients"], "gradients-by-layer")[0])


def test_labels_are_those_of_the_file(page, folder):
    labels = pl.read_parquet(folder / "labels.parquet")
    found = rows(page["surface"], "labels")
    assert len(found) == len(labels) == 64
    for row in found:
        theirs = one(labels, **place(row["head"]))
        assert (row["label"], row["score"], row["margin"]) == (theirs["label"], theirs["score"], theirs["margin"])


def test_the_dependency_table_is_the_files(page, folder):
    scores = pl.read_parquet(folder / "scores.parquet")
    simple = pl.read_parquet(folder / "baselines.parquet").filter(pl.col("measure") == "dependency")
    found = rows(page["parsers"], "dependency")
    assert {row["relation"] for row in found} > {"all", "nsubj", "det", "obj"}
    assert not {row["relation"] for row in found} & {"punct", "root"}
    judged = 0
    for row in found:
        key, direction = row["relation"], row["direction"]
        mine = scores.filter((pl.col("measure") == "dependency") & (pl.col("key") == key))
        best = one(mine.filter(pl.col("direction") == direction), **place(row["head"]))
        assert row["accuracy"] == pytest.approx(best["value"], abs=1e-12)
        assert row["accuracy"] == pytest.approx(mine["value"].max(), abs=1e-12)
        assert row["cases"] == best["weight"]
        judged += row["small"] is None
        if row["small"] is None:
            assert (row["low"], row["high"]) == (best["low"], best["high"])
        key = key.removesuffix(" (own word)")
        assert row["offset_accuracy"] == pytest.approx(one(simple, key=key, name=row["offset"])["value"], abs=1e-12)
        if row["idle"] is not None:
            rested = one(scores, measure="idle", key=key, direction=direction, **place(row["head"]))
            assert row["idle"] == pytest.approx(rested["value"], abs=1e-12)
    assert judged > 10


HELD = {
    "cases": "cases",
    "direction": "direction",
    "accuracy": "value",
    "low": "low",
    "high": "high",
    "held_out": "held_out",
    "held_out_low": "held_low",
    "held_out_high": "held_high",
    "held_out_heads": "picks",
    "baseline": "baseline",
    "baseline_offsets": "baseline_name",
    "margin": "margin",
    "margin_low": "margin_low",
    "margin_high": "margin_high",
    "p": "p",
}


def test_held_out_numbers_are_those_of_the_file(page, folder):
    best = pl.read_parquet(folder / "best.parquet")
    trees = best.filter(pl.col("measure") == "dependency")
    found = rows(page["parsers"], "dependency")
    assert {row["relation"] for row in found} == set(trees["key"]) - {"punct", "root"}
    for row in found:
        theirs = one(trees, key=row["relation"])
        assert {name: row[name] for name in HELD} == {name: theirs[column] for name, column in HELD.items()}
        assert place(row["head"]) == {"layer": theirs["layer"], "head": theirs["head"]}
        assert (row["small"] == "small") == theirs["small"]
    mentions = best.filter(pl.col("measure") == "coreference")
    same, held = rows(page["coreference"], "coreference")[-2:]
    assert held["row"] == "best head, held out"
    for key in mentions["key"]:
        theirs = one(mentions, key=key)
        parts = [f"{key}{part}" for part in ("", "_low", "_high")]
        assert [same[part] for part in parts] == [theirs[name] for name in ("value", "low", "high")]
        assert [held[part] for part in parts] == [theirs[name] for name in ("held_out", "held_low", "held_high")]
        assert place(same[f"{key}_head"]) == {"layer": theirs["layer"], "head": theirs["head"]}
        assert held[f"{key}_head"] == ", ".join(dict.fromkeys(theirs["picks"].split(", ")))


def test_claims_are_held_out_numbers_of_the_file(folder):
    best = pl.read_parquet(folder / "best.parquet")
    claims = [claim | {"at": (card["layer"], card["head"])} for card in cards_of(folder) for claim in card["claims"]]
    assert len(claims) > 3
    for claim in claims:
        theirs = one(best, measure=claim["measure"], key=claim["key"])
        assert claim["at"] == (theirs["layer"], theirs["head"])
        numbers = [theirs[name] for name in ("held_out", "held_low", "held_high", "baseline")]
        assert [claim[name] for name in ("value", "low", "high", "baseline")] == pytest.approx(numbers, abs=1e-6)


def cards_of(folder) -> list[dict[str, Any]]:
    scores = headscope.open(folder)
    return cards(scores, claims(scores), 0)


def test_the_page_has_the_numbers_of_the_command(page, folder):
    made = dependency(headscope.open(folder))
    assert rows(page["parsers"], "dependency") == [
        json.loads(json.dumps(dict(zip(made.columns, row, strict=True)))) for row in made.rows
    ]


def test_the_chart_of_relations_is_its_table(page, folder):
    found = {row["relation"]: row for row in rows(page["parsers"], "dependency")}
    lines = [line for group in chart(page["parsers"], "dots")["groups"] for line in group["lines"]]
    assert lines[0]["label"] == "all" and len(lines) > 10
    for line in lines:
        row = found[line["label"]]
        drawn = (line["value"], line["low"], line["high"], line["rival"], line["published"], line["head"])
        assert drawn == tuple(row[name] for name in ("held_out", "held_out_low", "held_out_high", "baseline", "paper", "head"))
    margins = [found[line["label"]]["margin"] for line in lines[1:]]
    assert margins == sorted(margins, reverse=True)
    assert [line["sure"] for line in lines[1:]] == [found[line["label"]]["claimed"] == "yes" for line in lines[1:]]
    sure = sum(line["sure"] for line in lines[1:])
    assert page["parsers"]["title"].startswith(f"{sure} of {len(lines) - 1} relations have a head that beats")
    claimed = [one for card in cards_of(folder) for one in card["claims"] if one["measure"] == "dependency"]
    assert sure == len(claimed), "what is counted is what the cards claim"


def test_the_no_op_chart_is_its_table(page):
    found = {row["relation"]: row for row in rows(page["parsers"], "idle")}
    lines = [line for group in chart(page["parsers"], "dots", 1)["groups"] for line in group["lines"]]
    assert {line["label"] for line in lines} == found.keys() and len(lines) > 5
    for line in lines:
        row = found[line["label"]]
        assert (line["value"], line["rival"]) == (row["idle"], row["idle_others"])
        assert row["difference"] == pytest.approx(row["idle"] - row["idle_others"])
        assert row["idle_low"] <= row["difference"] <= row["idle_high"]


def test_the_coreference_table_is_the_files(page, folder):
    scores = pl.read_parquet(folder / "scores.parquet").filter(pl.col("measure") == "coreference")
    rules = pl.read_parquet(folder / "baselines.parquet").filter(pl.col("measure") == "coreference")
    found = rows(page["coreference"], "coreference")
    assert [row["row"] for row in found[:3]] == ["nearest", "head match", "sieves"]
    for row in found:
        for key in ("all", "pronoun", "nominal"):
            if row["row"] in ("nearest", "head match", "sieves"):
                expected = one(rules, key=key, name=row["row"])["value"]
            elif row["row"] == "best head":
                expected = scores.filter(pl.col("key") == key)["value"].max()
                assert expected == one(scores, key=key, **place(row[f"{key}_head"]))["value"]
            elif row["row"].startswith("head "):
                expected = one(scores, key=key, **place(row["row"].removeprefix("head ")))["value"]
            else:
                continue
            assert row[key] == pytest.approx(expected, abs=1e-12)
    assert [row["all_paper"] for row in found[:4]] == [0.27, 0.52, 0.69, 0.65]


def test_the_map_and_the_neighbours_are_the_files(page, folder):
    clusters, distances = (pl.read_parquet(folder / f"{name}.parquet") for name in ("clusters", "distances"))
    points = chart(page["clusters"], "map")["points"]
    assert len(points) == len(clusters) == 64
    for point in points:
        theirs = one(clusters, layer=point["layer"], head=point["head"])
        assert (point["x"], point["y"]) == (theirs["x"], theirs["y"])
    for row in rows(page["clusters"], "neighbours"):
        theirs = one(clusters, **place(row["head"]))
        assert place(row["nearest"]) == {"layer": theirs["nearest_layer"], "head": theirs["nearest_head"]}
        assert row["value"] == theirs["nearest_value"]
    # The distances between layers are in the cells of a drawing, and in no table below it.
    between = distances.group_by("layer_a", "layer_b").agg(pl.col("value").mean())
    expected = one(between, layer_a=2, layer_b=6)["value"]
    assert f"{expected:.2f}" in repr(chart(page["clusters"], "drawing")["nodes"])
    assert {made["id"] for made in page["clusters"]["tables"]} == {"neighbours"}


def test_the_papers_numbers_are_those_beside_ours(page, folder):
    theirs = {row.id: row for row in beside(headscope.open(folder))}
    found = rows(page["paper"], "paper")
    assert len(found) > 20
    for row in found:
        assert (row["paper"], row["ours"], row["low"]) == tuple(
            getattr(theirs[row["id"]], name) for name in ("paper", "ours", "low")
        )
    assert "this is another model" in page["paper"]["title"]


def test_what_is_read_is_what_is_stored(page):
    """The number that a reader sees is the stored one, rounded: to the digits that are shown, in percent where the column says so."""
    checked = 0
    for section in page.values():
        for table in section["tables"]:
            for row, texts in zip(table["rows"], table["texts"], strict=True):
                for column, value, text in zip(table["columns"], row, texts, strict=True):
                    written = re.match(r"-?[\d,]+(\.\d+)?(e-?\d+)?", text or "")
                    if column["kind"] != "number" or not isinstance(value, float) or written is None:
                        continue
                    digits = len(written[1] or ".") - 1
                    number = float(written[0].replace(",", ""))
                    steps = [abs(number - scale * value) / 10**-digits for scale in (1, 100)]
                    assert min(steps) <= 0.5 + 1e-6, (table["id"], column["name"], value, text)
                    checked += 1
    assert checked > 500


def test_every_section_says_how_to_read_it_its_formula_and_its_caveat(page):
    for id, section in page.items():
        assert section["name"] and section["read"].count(". ") >= 1, id
        assert "no explanation" in section["caveat"]
        formulas = section["formulas"] or section["measures"]
        assert formulas, id
        if not section["missing"]:
            assert section["title"].endswith("."), id
            assert section["tables"] and (section["charts"] or section["measures"]), id


def test_what_was_not_run_says_why_and_what_would_run_it(bundled, text_file):
    made = {one["id"]: one for one in sections(measure(bundled, str(text_file()), ["offset"], progress=False))}
    assert made["gradients"]["missing"] == "It was not asked for in this run."
    assert "--measure gradient" in made["gradients"]["command"]
    assert "--test" in made["probes"]["command"]
    assert made["surface"]["missing"] == "" and made["surface"]["measures"] == ["offset"]
    assert [one["name"] for one in made["surface"]["charts"]] == ["four-heads"] and made["surface"]["notes"] == []
    [current] = [
        one for one in sections(measure(bundled, str(text_file()), ["offset=0"], progress=False)) if one["id"] == "surface"
    ]
    assert any("'four-heads' needs a score that heads get labels from" in note for note in current["notes"])
    everything = {one["id"]: one for one in sections(measure(bundled, str(text_file()), limit=4, progress=False))}
    assert everything["parsers"]["missing"] == "It was not measured: no corpus here is annotated for dependency trees."
    assert "TREEBANK" in everything["parsers"]["command"]
    assert everything["coreference"]["missing"].startswith("It was not measured: no corpus here is annotated for coreference")


def test_of_random_weights_no_relation_is_claimed(untrained):
    scores = measure(untrained, "annotated", ["dependency", "idle"], progress=False)
    [section] = [one for one in sections(scores) if one["id"] == "parsers"]
    assert section["title"].startswith("No relation has a head that beats the best fixed offset by more than luck, of the ")
    [chart] = section["charts"]  # no head does a relation, so none is asked where it rests
    assert not any(line["sure"] for group in chart["groups"] for line in group["lines"])
    [table] = section["tables"]
    assert table["strong"] == []


def test_probes_are_shown_where_there_are_some(page, folder):
    def row(probe: str, value: float, metric: str = "uas", key: str = "argmax") -> dict[str, Any]:
        about = {"model": "m", "corpus": "c", "probe": probe, "embeddings": "", "seed": 0, "metric": metric, "key": key}
        return about | {"value": value, "low": value - 0.01, "high": value + 0.01, "seconds": 1.0}

    assert re.search("headscope probe .* --test .* -o PROBES .*headscope report .*--probes PROBES", page["probes"]["command"])
    given = [row("right-branching", 0.3), row("attention", 0.6), row("attention", 0.25, "weight", "w 1-1")]
    [section] = [one for one in sections(headscope.open(folder), given) if one["id"] == "probes"]
    found = {one["probe"]: one for one in rows(section, "probes")}
    assert (found["attention only"]["uas"], found["attention only"]["uas_low"], found["attention only"]["paper"]) == (
        0.6,
        0.59,
        0.61,
    )
    lines = chart(section, "dots")["groups"][0]["lines"]
    assert [(line["value"], line["published"]) for line in lines] == [(0.3, 0.26), (0.6, 0.61)]
    assert section["title"].startswith("These come in the paper's order")


def test_two_stacks_are_told_apart():
    """Each place has its own rows, its own map, and says which it is."""
    tally, stacks = Tally(), {"encoder": [2, 2], "decoder": [2, 2]}
    random = np.random.default_rng(0)
    for stack in ("encoder", "decoder"):
        tally.add(Series("c", stack, "offset", "+1"), random.random((GROUPS, 2, 2)), np.ones(GROUPS))
        tally.add(Series("c", stack, "divergence", "all"), random.random((1, 1, 6)) * 0.5, np.ones(1))
    model = {"name": "m", "stacks": stacks, "dtype": "float32", "road": "tap"}
    records = [CorpusRecord("c", "c", "plain", "0", 3, GROUPS, 10, 0, 0, {}, ["1/1"])]
    options = {"max_length": 128, "limit": None, "batch_size": 16}
    scores = Scores(tally, Manifest(model, records, {"offset": ["+1"], "divergence": ["all"]}, options, 1.0))
    made = {one["id"]: one for one in sections(scores)}
    assert {row["stack"] for row in rows(made["surface"], "surface-by-layer")} == {"encoder", "decoder"}
    assert [one["stack"] for one in made["clusters"]["charts"] if one["kind"] == "map"] == ["encoder", "decoder"]
    assert len(rows(made["clusters"], "neighbours")) == 8
