"""The page's queries are Python's: random scores and random queries, good and bad, get the same answer from both."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.query import QueryError, search
from headscope.types import STACKS

ROOT = Path(__file__).parent.parent.parent
TO_HEAD, TO_DEPENDENT = "dependent-to-head", "head-to-dependent"
NAMES = {
    "offset": ["-1", "0", "+1"], "token": ["cls", "sep"], "gradient": ["sep"], "entropy": ["all", "cls"], "peak": ["all"],
    "pattern": ["next", "same-other"], "dependency": ["obj", "nmod:*", "top", "poss (own word)", "cls"], "idle": ["obj"],
}  # fmt: skip
PHRASES = {"obj": "finds the verb of a direct object (obj)", "+1": "attends to the next token", "top": "is on top of subjects"}
CORPORA = ["wiki", "a b@c"]
NUMBERS = st.sampled_from(["0.5", "50%", ".25", "1", "0.75", "1e-1", "-0.5", "25.0%"])
WORDS = [
    "layer", "head", "label", "stack", "and", "or", "not", "(", ")", "to", "top", "bottom", "between", "<", "<=", ">", ">=", "=",
    "1", "2", "1-2", "0.5", "50%", "sep", "obj", "mixed", "pattern.next", "encoder", "to-head", "AND", '"', "'", "@", "😀", "\u00a0",
    "\n", "entropi", "offset.+2", "OBJ", "7.7", "h1-2", "subject", "by", "≥", "layers", "2-3", "–", "encoder/1-1", "&",
    "__proto__", ".", ":", "\x1b", "ſtack", "İ", "ﬀ",
]  # fmt: skip


@pytest.fixture(scope="module")
def ask() -> Iterator[Callable[[dict[str, Any], str], dict[str, Any]]]:
    """Node with the page's query module, asked line by line."""
    missing = pytest.fail if os.environ.get("HEADSCOPE_STRICT") == "1" else pytest.skip
    node = shutil.which("node")
    if node is None or not (ROOT / "web/node_modules/rolldown").is_dir():
        missing("needs Node and web/node_modules (npm ci)")
    command = [str(node), str(ROOT / "web/scripts/ask.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdin is not None and process.stdout is not None

        def answer(facts: dict[str, Any], query: str) -> dict[str, Any]:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(json.dumps({"facts": facts, "query": query}) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield answer
        process.stdin.close()


@st.composite
def made_up_facts(draw: st.DrawFn) -> dict[str, Any]:
    """A model of one or two stacks with some scores, of which some heads have none, and perhaps labels."""
    stacks = [
        {"name": name, "layers": draw(st.integers(1, 3)), "heads": draw(st.integers(1, 3))}
        for name in draw(st.lists(st.sampled_from(STACKS), min_size=1, max_size=2, unique=True))
    ]
    near = [0.25 + 1e-9, 0.25 - 1e-9, 0.5 + 4e-7, 5e-7, 1.5e-6, 2.5e-6, 2e-6]  # equal within rounding, or on its edge
    number = st.one_of(st.none(), st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.sampled_from(near), st.floats(0, 1))
    scores = []
    for measure in draw(st.lists(st.sampled_from(sorted(NAMES)), min_size=1, max_size=4, unique=True)):
        for key in draw(st.lists(st.sampled_from(NAMES[measure]), min_size=1, unique=True)):
            for corpus in draw(st.sampled_from([CORPORA[:1], CORPORA[1:], CORPORA])):
                for direction in draw(st.sampled_from([[None], [TO_HEAD], [TO_HEAD, TO_DEPENDENT]])):
                    for stack in stacks:
                        row = st.lists(number, min_size=stack["heads"], max_size=stack["heads"])
                        value = draw(st.lists(row, min_size=stack["layers"], max_size=stack["layers"]))
                        about = {"measure": measure, "key": key, "direction": direction, "corpus": corpus}
                        about["words"] = PHRASES.get(key, "")
                        scores.append({**about, "stack": stack["name"], "value": value})
    places = [(s["name"], i, j) for s in stacks for i in range(s["layers"]) for j in range(s["heads"])]
    labels: dict[str, list[dict[str, Any]]] = {"behaviour": [], "pattern": []}
    for kind, words in {"behaviour": ["sep", "next", "mixed"], "pattern": ["next", "mixed"]}.items():
        if draw(st.booleans()):
            labels[kind] = [{"stack": s, "layer": i, "head": j, "label": draw(st.sampled_from(words))} for s, i, j in places]
    patterns = dict.fromkeys(one["key"] for one in scores if one["measure"] == "pattern")
    names = {
        "behaviour": draw(st.sampled_from([["next", "broad", "sep", "mixed"], ["sep", "mixed"]])),
        "pattern": [*patterns, "mixed"],
    }
    second = draw(st.lists(st.sampled_from(sorted(NAMES)), unique=True))
    words = {"next": "next token", "broad": "broad"}
    return {"stacks": stacks, "scores": scores, "labels": labels, "names": names, "second": second, "words": words}


@st.composite
def queries(draw: st.DrawFn, facts: dict[str, Any], depth: int = 3) -> str:
    """A query that mostly means something in these facts."""
    form = draw(st.integers(0, 9 if depth else 6))
    if form > 6:
        parts = [draw(queries(facts, depth - 1)) for _ in range(draw(st.integers(1, 3)))]
        return draw(st.sampled_from(["not ({})", "{}", "not {}"])).format(draw(st.sampled_from([" and ", " or "])).join(parts))
    if form == 0:
        places = ["layer 1", "layer 2", "layer 1 to 2", "layer 2 to 1", "layer 1-2", "layer >= 2", "layer between 1 and 2"]
        return draw(st.sampled_from([*places, "head 1-1", "head 2-3", "1-1", "2-3", "encoder/1-2", "head 1.1", "7.7"]))
    if form == 1:
        labels = ["sep", "next", "mixed", "pattern.next", "behaviour.mixed", "seq", "broad"]
        return draw(st.sampled_from([*(f"label {one}" for one in labels), *(f"stack {one}" for one in STACKS)]))
    score = draw(st.sampled_from(facts["scores"]))
    name = draw(st.sampled_from([score["key"], score["measure"], f"{score['measure']}.{score['key']}"]))
    name += draw(st.sampled_from(["", f"@{score['corpus']}"]))
    name = draw(st.sampled_from([name, f'"{name}"', f"'{name}'"]))
    direction = draw(st.sampled_from(["", "", "", " to-head", " to-dependent", " both-ways"]))
    ends = {2: "top", 3: "bottom"}
    name = draw(st.sampled_from([name, name, name.upper()]))
    if draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from([f"{name}{direction}", f"top 2 {name}{direction}", f"lowest 3 by {name}"]))
    if form in ends:
        return f"{name}{direction} {ends[form]} {draw(st.integers(1, 9))}"
    if form == 4:
        return f"{name}{direction} between {draw(NUMBERS)} and {draw(NUMBERS)}"
    return f"{name}{direction}{draw(st.sampled_from(['<', ' <= ', '>', ' >= ', ' = ']))}{draw(NUMBERS)}"


@st.composite
def asked(draw: st.DrawFn) -> tuple[dict[str, Any], str]:
    """Facts and a query: a good one, one in which something was changed, or just words."""
    facts = draw(made_up_facts())
    query = draw(queries(facts))
    form = draw(st.integers(0, 3))
    if form == 2:
        place = draw(st.integers(0, len(query)))
        query = query[:place] + draw(st.sampled_from(["", " ", *WORDS])) + query[place + draw(st.integers(0, 2)) :]
    if form == 3:
        query = draw(st.sampled_from([" ", ""])).join(draw(st.lists(st.sampled_from(WORDS), max_size=12)))
    return facts, query


@settings(max_examples=250, deadline=None)
@given(asked())
@pytest.mark.slow
def test_both_give_the_same_answer(ask, made_facts, case):
    facts, query = case
    try:
        found = search(made_facts(facts), query)
        ours: dict[str, Any] = {"heads": [f"{stack}/{head}" for stack, head in found.heads], "read": found.read}
    except QueryError as error:
        ours = {"message": error.message, "start": error.start, "end": error.end, "suggestions": list(error.suggestions)}
    assert ask(facts, query) == ours


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(asked())
def test_every_suggestion_can_be_asked(made_facts, case):
    """It finds heads, or none; it is never a mistake itself. And there is one for every mistake."""
    facts, query = case
    try:
        search(made_facts(facts), query)
    except QueryError as error:
        assert error.suggestions
        printed = str(error).split("Try:\n")[1].splitlines()
        assert [line.removeprefix("  ") for line in printed] == list(error.suggestions)
        for line in printed:
            assert search(made_facts(facts), line.removeprefix("  ")).heads is not None
