"""Probes → our counterpart of one published number: the mean over seeds, and an interval that holds those of all seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from headscope.reproduce.ours import Answer, Found
from headscope.reproduce.published import Number
from headscope.results.manifest import Manifest

LABELS = "relation"  # the metric whose keys are the relations of the treebank


@dataclass(frozen=True)
class ProbeRun:
    """A run of `headscope probe`: its facts, and its rows as in probes.parquet."""

    manifest: Manifest
    rows: Sequence[Mapping[str, Any]]

    @property
    def relations(self) -> frozenset[str]:
        return frozenset(str(row["key"]) for row in self.rows if row["metric"] == LABELS)


def find_probed(number: Number, run: ProbeRun) -> Answer | None:
    """Our counterpart of a number; None where it is not of probes."""
    way = number.way
    if way.kind == "sentences":
        if way.position >= len(run.manifest.corpora):
            return None
        record = run.manifest.corpora[way.position]
        return Found(float(record.units), corpus=record.name)
    if way.kind != "probe":
        return None
    wanted = (way.probe, way.metric, way.key)
    rows = [row for row in run.rows if (row["probe"], row["metric"], row["key"]) == wanted]
    if not rows:
        return f"no probe {way.probe} in this run"
    kinds = dict.fromkeys(row["embeddings"] or "" for row in rows)
    mine = [row for row in rows if (row["embeddings"] or "") == next(iter(kinds))]  # of several word vectors the first
    value = sum(float(row["value"]) for row in mine) / len(mine)
    ends = [[row[end] for row in mine] for end in ("low", "high")]
    known = all(end is not None for both in ends for end in both)
    low, high = (float(min(ends[0])), float(max(ends[1]))) if known else (None, None)
    where = f"{next(iter(kinds))} vectors" if way.words else ""
    return Found(value, low, high, where, run.manifest.corpora[-1].name)
