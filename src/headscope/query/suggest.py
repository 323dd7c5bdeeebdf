"""A query that fails → queries that are near it and can be answered.

Every suggestion has been asked before it is made: what is printed works. The page makes the same ones (web/src/query/suggest.ts).
"""

import re
from collections.abc import Iterable, Iterator

from headscope.query.evaluate import Found, evaluate
from headscope.query.facts import BEHAVIOUR, Facts
from headscope.query.grammar import SLOTS, head_slip
from headscope.query.language import LANGUAGE, LIMITS, RESERVED, QueryError, likeness
from headscope.query.names import Name, written

SPACE = " \t\r\n\xa0"  # what parts the tokens of a query; the page has no other notion of it


def search(facts: Facts, query: str) -> Found:
    """The heads for which a query holds; a query that fails says what to ask instead."""
    try:
        return evaluate(facts, query)
    except QueryError as error:
        better = suggestions(facts, error)
        raise QueryError(error.code, error.message, error.query, error.start, error.end, suggestions=better) from None


def suggestions(facts: Facts, error: QueryError) -> list[str]:
    """The first few queries near a failed one that can be answered, the likeliest first."""
    asked = error.query.strip(SPACE)
    near = _answered(facts, (one for one in _repaired(facts, error, LIMITS["repairs"]) if one != asked))
    return near or _answered(facts, (one for one in _rest(facts, error) if one != asked))


def _answered(facts: Facts, queries: Iterable[str]) -> list[str]:
    found: list[str] = []
    for query in queries:
        if query in found or not query.isprintable():
            continue
        try:
            evaluate(facts, query)
        except QueryError:
            continue
        found.append(query)
        if len(found) == LIMITS["near"]:
            break
    return found


def _repaired(facts: Facts, error: QueryError, depth: int) -> Iterator[str]:
    """The query with the fault repaired in each likely way; where there is another fault behind it, with the likeliest repair of that."""
    for query in list(dict.fromkeys(_edits(facts, error)))[: LIMITS["listed"]]:
        try:
            evaluate(facts, query)
        except QueryError as another:
            if depth > 1:
                yield from list(_repaired(facts, another, depth - 1))[:1]
        else:
            yield query


def _edits(facts: Facts, error: QueryError) -> Iterator[str]:
    query, start, end = error.query, error.start, error.end
    text = query[start:end]

    def put(instead: str, first: int = start, last: int = end) -> str:
        return " ".join(filter(None, (query[:first].strip(SPACE), instead.strip(SPACE), query[last:].strip(SPACE))))

    plain = text.strip("\"'")
    if error.code == "falling":
        at = query.rfind(error.known[0], 0, start)
        yield query[:at] + text + query[at + len(error.known[0]) : start] + error.known[0] + query[end:]
    else:
        yield from map(put, error.known)
    if error.code in ("unknown", "unheard"):
        yield from map(put, filter(None, [head_slip(plain)]))
        yield from map(put, near_scores(facts, plain))
    if error.code in ("label", "unheard"):
        yield from map(put, near_labels(facts, plain))
    if error.code == "label":
        yield from map(put, map(written, facts.names[BEHAVIOUR]))
    if error.code == "slot":
        yield from (put(f"{one} {text}") for one in error.known)
    if error.code == "slot" and not error.known:
        yield from map(put, (written(name) for name in (*facts.names[BEHAVIOUR], *facts.stacks)))
    if error.code == "stack":
        yield from map(put, sorted(facts.stacks, key=lambda name: -likeness(name, plain)))
    if error.code in ("undirected", "direction"):
        yield put("")
    if error.code == "word":
        yield from (put("and"), put(f"and {text}"))
    if error.code == "quote":
        yield query + query[start]
    if error.code == "bracket":
        yield f"{query})"
    if error.code in ("after", "inside"):
        if SLOTS["number"][0].fullmatch(text):
            yield put(f"> {text}")
        words = (*LANGUAGE["joints"], *LANGUAGE["tests"])
        yield from (put(word) for word in words if likeness(word, text) >= LIMITS["likeness"])
        yield from (put(f"{word} {text}") for word in reversed(LANGUAGE["joints"]))
        if error.code == "inside":
            yield put(f") {text}")
    if error.code in ("term", "reserved") and text.lower() in RESERVED:
        yield put(f'"{text}"')
    if error.code in ("term", "reserved", "after"):
        yield put("")


def _rest(facts: Facts, error: QueryError) -> Iterator[str]:
    """What is left of a query without its fault, and what this run can be asked."""
    before, text, after = (
        error.query[a:b].strip(SPACE) for a, b in ((0, error.start), (error.start, error.end), (error.end, None))
    )
    yield from (f"{before} {after}".strip(SPACE), before, after, text)
    for word in LANGUAGE["joints"]:
        yield from (before.removesuffix(word).strip(SPACE), after.removeprefix(word).strip(SPACE))
    scores = [f"{written(Name(one.measure, one.key, one.corpus).full)} top {LIMITS['bare']}" for one in facts.series]
    labels = [f"label {written(label)}" for kind in facts.names for label in facts.labels(kind).values()]
    yield from (*scores[:1], *labels[:1], "layer 1", *scores, *labels)


def near_scores(facts: Facts, given: str) -> list[str]:
    """The names of scores that are meant by a word of their phrase ("subject"), or look like what was given, as they are typed."""
    keys = {one.key: facts.phrases(one) for one in reversed(facts.series)}
    full = {f"{one.measure}.{one.key}": "" for one in reversed(facts.series)}
    measures = {one.measure: "" for one in reversed(facts.series)}
    return _near(given, full if "." in given else {**measures, **keys})


def near_labels(facts: Facts, given: str) -> list[str]:
    """The same of labels."""
    names = [(kind, label) for kind in facts.names if facts.labels(kind) for label in facts.names[kind]]
    full = {f"{kind}.{label}": "" for kind, label in names}
    return _near(given, full if "." in given else {label: facts.words.get(label, "") for _, label in reversed(names)})


def _near(given: str, phrases: dict[str, str]) -> list[str]:
    wanted = set(_letters(given))
    order = list(phrases)[::-1]
    said = [name for name in order if wanted and wanted <= set(_letters(phrases[name]))]
    said.sort(key=lambda name: (len(phrases[name].split(" ")), len(name)))
    alike = {name: likeness(name, given) for name in order}
    looks = [name for name in order if alike[name] >= LIMITS["likeness"]]
    looks.sort(key=lambda name: -alike[name])
    return [written(name) for name in dict.fromkeys((*said, *looks))]


def _letters(text: str) -> list[str]:
    """The longer words of a text, without the s of a plural."""
    words = (word.removesuffix("s") for word in re.findall("[a-z]+", text.lower()))
    return [word for word in words if len(word) >= LIMITS["letters"]]
