"""What probes of a run learned from and what they were tested on: from the manifest into the columns of probes.parquet, and into words."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from headscope.results.manifest import Manifest

# documents: those tested on were left out of training; corpora: two corpora; none: a run by an older headscope on one corpus for both
Split = Literal["documents", "corpora", "none"]


@dataclass(frozen=True)
class Training:
    """Both sides of a run of `headscope probe`. A portion of a corpus is called as the corpus is, with words in brackets."""

    corpus: str  # the one tested on
    train: str
    split: Split
    train_documents: int
    train_sentences: int
    test_documents: int
    test_sentences: int

    @classmethod
    def of(cls, manifest: Manifest) -> "Training | None":
        """None where the manifest does not tell."""
        if len(manifest.corpora) != 2:
            return None
        train, test = manifest.corpora
        same = bool(train.sha256) and (train.name, train.sha256) == (test.name, test.sha256)
        split: Split = "documents" if "split" in manifest.options else "none" if same else "corpora"
        return cls(test.name, train.name, split, train.documents, train.units, test.documents, test.units)

    @classmethod
    def among(cls, rows: Iterable[Mapping[str, Any]]) -> list["Training"]:
        """Those that rows of probes.parquet tell of; rows of an older run, or of a file that headscope did not write, tell nothing."""
        told = dict.fromkeys(tuple(row.get(name) for name in TYPES) for row in rows)
        whole = [values for values in told if all(map(isinstance, values, TYPES.values()))]
        return [cls(*values) for values in whole if values[2] in get_args(Split)]  # type: ignore[arg-type]

    def columns(self) -> dict[str, str | int]:
        """The columns that probes.parquet has beside `corpus`."""
        return {name: value for name, value in asdict(self).items() if name != "corpus"}

    def sentence(self) -> str:
        """In words.

        >>> Training("t (every fourth document)", "t (three of four documents)", "documents", 60, 900, 20, 310).sentence()
        'Trained on 900 sentences of 60 documents of t, tested on 310 sentences of 20 others.'
        """
        learned = f"Trained on {_counted(self.train_sentences, 'sentence')} of "
        of_test = _counted(self.test_sentences, "sentence")
        if self.split == "documents":
            whole = self.train.partition(" (")[0]
            return (
                f"{learned}{_counted(self.train_documents, 'document')} of {whole}, tested on {of_test} of "
                f"{_counted(self.test_documents, 'other')}."
            )
        if self.split == "none":
            return (
                f"{learned}{self.train} and tested on {of_test} of the same corpus: these numbers do not say what a probe finds in "
                "sentences that it did not learn from. Run headscope probe again."
            )
        return f"{learned}{self.train}, tested on {of_test} of {self.corpus}."


TYPES = {field.name: int if field.type is int else str for field in fields(Training)}


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' if number != 1 else ''}"
