"""Makes docs/bert-base.md and its figure of the numbers that measure.py has kept. `python docs/make.py` calls it."""

import json
from collections.abc import Iterator
from typing import Any

from bert_base.measure import NUMBERS, RELATIONS

from headscope.figures.dots import Dot, dots
from headscope.figures.figure import Figure
from headscope.quantities import percent, percent_interval

COMMIT = "8abef9d45848baf9f51b5fbc239792f635c6a19a"
NAMES = {
    "all": "all relations",
    "det": "determiner → noun",
    "compound": "compound word → noun",
    "nsubj": "subject → predicate",
    "amod": "adjective → noun",
    "obj": "direct object → verb",
    "advmod": "adverb → its word",
    "aux": "auxiliary → verb",
    "nmod:poss": "possessor → noun",
    "nmod:poss (own word)": "possessor (own word) → noun",
    "aux:pass": "passive auxiliary → verb",
    "ccomp": "clausal complement → verb",
    "mark": "subordinating word → verb",
    "compound:prt": "particle → verb",
}
Row = dict[str, Any]


def bert_base_page() -> str:
    """The whole page."""
    numbers = json.loads(NUMBERS.read_text("utf-8"))
    rows = numbers["relations"]
    same = [row for row in rows if row["head"] == row["paper_head"]]
    other = [row for row in rows if row["head"] != row["paper_head"]]
    return TEXT.format(
        sentences=numbers["sentences"],
        tokens=f"{numbers['tokens']:,}",
        heads=numbers["heads"],
        found="\n".join(describe_found(same)),
        table="\n".join(table_rows(rows)),
        other="\n".join(describe_other(other)),
        next=list_heads(numbers["next"]),
        next_layers=", ".join(head["head"].split("-")[0] for head in sorted(numbers["next"], key=layer_of)),
        previous=list_heads(numbers["previous"]),
        sep_most=percent(max(numbers["sep_by_layer"])),
        sep_layer=1 + numbers["sep_by_layer"].index(max(numbers["sep_by_layer"])),
        commit=COMMIT,
    )


def layer_of(head: Row) -> int:
    return int(head["head"].split("-")[0])


def list_heads(heads: list[Row]) -> str:
    return ", ".join(f"{head['head']} ({percent(head['value'], head['low'], head['high'])}%)" for head in heads)


def share(row: Row, name: str, low: str, high: str) -> str:
    """A share in percent with its interval; without one where there are too few cases.

    >>> share({"a": 0.8365, "b": 0.8059, "c": 0.863}, "a", "b", "c"), share({"a": 0.567, "b": None, "c": None}, "a", "b", "c")
    ('84 (81–86)', '57')
    """
    if row[low] is None:
        return f"{100 * row[name]:.0f}"
    return f"{percent(row[name], row[low], row[high])} ({percent_interval(row[low], row[high])})"


def describe_found(same: list[Row]) -> Iterator[str]:
    """A line for each relation whose best head is the paper's."""
    for row in same:
        yield (
            f"- **{row['paper_head']}**, {NAMES[row['relation']]}: {share(row, 'accuracy', 'low', 'high')}%; the best fixed offset finds "
            f"{100 * row['offset_accuracy']:.0f}%{significance(row)}; the paper reports {row['paper_accuracy']}% and "
            f"{row['paper_offset_accuracy']}%." + (f" Only {row['cases']} cases: no interval." if row["small"] else "")
        )


def significance(row: Row) -> str:
    """p of the lead, where there are cases enough for one."""
    return "" if row["p"] is None else f" (p = {row['p']:.3f}, corrected for all heads)"


def table_rows(rows: list[Row]) -> Iterator[str]:
    for row in rows:
        offset = row["offset"].removeprefix("offset ")
        cells = (
            NAMES[row["relation"]],
            f"{row['cases']:,}",
            f"**{row['head']}**" if row["head"] == row["paper_head"] else row["head"],
            share(row, "accuracy", "low", "high"),
            f"{100 * row['offset_accuracy']:.0f} ({offset})",
            row["paper_head"],
            share(row, "paper_head_here", "paper_head_here_low", "paper_head_here_high"),
            f"{row['paper_accuracy']}",
            f"{row['paper_offset_accuracy']} ({row['paper_offset']:+})",
        )
        yield f"| {' | '.join(cells)} |"


def describe_other(other: list[Row]) -> Iterator[str]:
    """A line for each relation whose best head is another than the paper's."""
    for row in other:
        yield (
            f"- {NAMES[row['relation']]}: here {row['head']} is best; the paper's {row['paper_head']} finds "
            f"{share(row, 'paper_head_here', 'paper_head_here_low', 'paper_head_here_high')}%, rank {row['paper_head_rank']} of 288."
        )


def bert_base_figure() -> Figure:
    """Ours with intervals, the best fixed offset, and the paper's number, a line for each relation."""
    numbers = json.loads(NUMBERS.read_text("utf-8"))
    marks = [
        Dot(
            NAMES[row["relation"]],
            row["accuracy"],
            row["low"],
            row["high"],
            row["offset_accuracy"],
            row["paper_accuracy"] / 100,
            row["head"],
            not row["small"],
        )
        for row in numbers["relations"]
    ]
    same = sum(row["head"] == row["paper_head"] for row in numbers["relations"])
    caption = (
        f"Each line is a relation: the share of words whose governor the best head finds, picked on one half of {numbers['sentences']} "
        "sentences and scored on the other, with a 95% interval; hollow where there are fewer than 100 cases. The paper's numbers are of "
        "other sentences and another annotation."
    )
    title = f"The real BERT-base: for {same} of {len(RELATIONS)} rows the best head is the one that the paper names."
    return Figure(
        "bert-base", title, caption, dots({"": marks}, colour="syntax", value="best head here", rival="best fixed offset")
    )


TEXT = """<!-- Made by `python docs/make.py` from docs/bert_base/: change it there. -->

# The real BERT-base

Does headscope find the heads that [What Does BERT Look At?](https://aclanthology.org/W19-4828/) found in BERT-base? Others published the
attention maps of a BERT-base on {sentences} sentences ({tokens} tokens), with a parse of each. `headscope report --maps` measured all
{heads} heads on them. Nothing was told to it: for each relation it picks the best head on one half of the sentences and scores it on the
other.

![Ours, the best fixed offset and the paper's number for each relation](images/bert-base.svg)

These heads of the paper are the best here, too:

{found}

In percent; *here* columns are of these maps, with 95% intervals over sentences:

| relation | cases here | best head here | it finds | best fixed offset here | the paper's head | it finds here | paper | paper's offset |
|---|---|---|---|---|---|---|---|---|
{table}

*Best fixed offset*: the word that is always so many words away, chosen with all sentences in view. Relations are those of Universal
Dependencies; the paper's are the nearest Stanford Dependencies. The paper's 40.5 for passive auxiliaries looks miscopied: its authors'
notebook prints 82.5.

**Not the best here**, of the paper's heads:

{other}

**Next and previous token.** More than half of the attention goes to the next token in {next}: layers {next_layers}; the paper
finds five such heads, in layers 1, 2, 2, 3, 6. To the previous token: {previous}; the paper finds four, in layers 2, 4, 7, 8.

**[SEP]** is not found again: it gets at most {sep_most}% of a layer's attention (layer {sep_layer}), where the paper finds more than
half in layers 6 to 10. These sentences are short, have one [SEP] and not two, and [CLS], which the classifier reads, gets as much.

## What differs from the paper

| | the paper | here |
|---|---|---|
| model | BERT-base uncased as released | the same, fine-tuned to tell good reviews from bad ones (SST-2) |
| text | newspaper (Penn Treebank) | sentences of film reviews, at most 53 tokens, in lower case |
| annotation | Stanford Dependencies by hand | Universal Dependencies from an automatic parser (Stanza), some wrong |
| amount | 1,696 sentences, relations with 100 cases or more | {sentences} sentences: the intervals are wide |
| maps | float16 | rounded to four digits, rows scaled to sum to 1, float16 |
| best head | picked and scored on the same sentences | picked on one half, scored on the other |

## Do it yourself

The maps are part of [Dodrio](https://github.com/poloclub/dodrio) (Wang, Turko and Chau 2021, MIT licence), a viewer whose data folder
has them. The sentences belong to SST-2, so neither is part of headscope. With a copy of that repository:

```sh
git clone https://github.com/poloclub/dodrio
git -C dodrio checkout {commit}
python docs/bert_base/convert.py dodrio -o sst2.npz
headscope report --maps sst2.npz -o bert-base
```

`convert.py` takes sentences of at most 53 tokens, because these are all we had; `convert.py dodrio --longest 64` takes the others, too.
The report takes about 20 seconds on two cores. `python docs/bert_base/measure.py sst2.npz` makes the numbers of this page again.

With a network, measure the released model itself, on your own text:

```sh
headscope report -m google-bert/bert-base-uncased -c my-text.txt -o bert-base
```

It downloads 440 MB once. On the sample corpus (140 segments and 360 sentences; leave `-c` out) a model of this size takes 76 seconds and
1.6 GB of memory on two cores (an AMD EPYC, torch 2.13, random weights); a text of your own takes as much longer as it is longer.
"""
