"""The rules of ANNOTATION.md as a program: reads annotated.conllu with the standard library alone and lists every breach.

An error is a breach of a rule; a warning is what is nearly always a slip. This checks form and consistency, not meaning: a wrong
but well-formed tree passes. The reader here is kept apart from headscope's own, so that each can be held against the other.
It is one file, and therefore a long one: whoever annotates loads it by its path, without the package.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


def _set(text: str) -> set[str]:
    return set(text.split())


PARTS = _set("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X")
NOMINAL = _set("NOUN PROPN PRON NUM DET ADJ SYM X")
CLAUSE = _set("root ccomp xcomp advcl advcl:relcl acl acl:relcl conj parataxis csubj csubj:pass orphan")

# relation → the parts of speech it may have; a word that opens a fixed expression may have any
RELATIONS: dict[str, set[str]] = {
    **dict.fromkeys(CLAUSE | {"fixed", "flat", "compound"}, PARTS - {"PUNCT"}),
    **dict.fromkeys(_set("nsubj nsubj:pass nsubj:outer obj iobj obl:agent appos vocative nmod:unmarked"), NOMINAL),
    **dict.fromkeys(_set("obl nmod obl:unmarked dislocated"), NOMINAL | {"ADV"}),
    **dict.fromkeys(_set("aux aux:pass cop"), _set("AUX")),
    **dict.fromkeys(_set("cc cc:preconj"), _set("CCONJ")),
    "nmod:poss": _set("NOUN PROPN PRON NUM DET"),
    "det": {"DET"},
    "det:predet": _set("DET ADJ ADV"),
    "case": {"ADP", "PART"},
    "mark": {"SCONJ", "PART"},
    "expl": {"PRON"},
    "nummod": {"NUM"},
    "amod": {"ADJ", "VERB"},
    "advmod": {"ADV", "PART"},
    "compound:prt": {"ADP"},
    "discourse": {"INTJ", "ADV"},
    "punct": {"PUNCT"},
}
# part of speech → the relations it may have, where that is few
PART_RELATIONS: dict[str, set[str]] = {
    "PUNCT": {"punct"},
    "CCONJ": _set("cc cc:preconj fixed"),
    "SCONJ": {"mark", "fixed"},
    "PART": _set("mark case advmod fixed"),
    "ADP": _set("case compound:prt fixed conj"),
    "AUX": _set("aux aux:pass cop") | CLAUSE,
}
CLOSED = {
    "AUX": _set("am is are was were be been being 'm 're 's have has had having 've do does did 'd 'll wo ca")
    | _set("will would can could shall should may might must"),
    "PART": _set("to not n't 's '"),
    "CCONJ": _set("and or but nor either neither both"),
}
# function words carry nothing, but for these
LEAVES = {
    **dict.fromkeys(_set("aux aux:pass cop cc cc:preconj punct compound:prt expl"), _set("fixed conj cc")),
    **dict.fromkeys(_set("mark case det det:predet"), _set("fixed conj cc advmod")),
    "fixed": set(),
    "flat": {"punct"},
}
# fixed expression → the part of speech and the relation of its first word
FIXED = {
    **dict.fromkeys(("so that", "as if"), "SCONJ mark"),
    **dict.fromkeys(("at least", "at once", "at first"), "ADP advmod"),
    **dict.fromkeys(("more than", "less than"), "ADJ advmod"),
    **dict.fromkeys(("instead of", "next to"), "ADV case"),
    **dict.fromkeys(("rather than", "as well as"), "ADV cc"),
    **{"because of": "SCONJ case", "according to": "VERB case", "such as": "ADJ case", "upside down": "ADV advmod"},
    **{"in case": "ADP mark", "provided that": "VERB mark"},
}
RIGHTWARD = _set("conj flat fixed appos")  # the head stands to the left
ONCE = ("nsubj", "obj", "iobj", "cop", "aux:pass", "obl:agent")
SUBJECTS = _set("nsubj nsubj:pass csubj csubj:pass")
# dependents of its head that a mention may leave out
OUTSIDE = SUBJECTS | _set("case mark cc cc:preconj conj cop aux advmod advcl parataxis expl discourse")
PRONOUNS = _set("he him his she her hers it its they them their theirs")


class Problem(NamedTuple):
    level: str  # "error" or "warning"
    where: str  # the sentence, or the document
    word: str  # "5 tent", or nothing
    message: str


@dataclass
class Word:
    id: int
    form: str
    part: str
    features: str
    head: int
    relation: str
    misc: dict[str, str]


@dataclass
class Mention:
    entity: str
    start: int
    end: int
    head: int  # the head's place in the span, from 1


@dataclass
class Sentence:
    id: str
    text: str = ""
    words: list[Word] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    opens_paragraph: bool = False

    def children(self, head: int) -> list[Word]:
        return [w for w in self.words if w.head == head]


@dataclass
class Document:
    id: str
    sentences: list[Sentence] = field(default_factory=list)

    def paragraphs(self) -> list[str]:
        joined: list[list[str]] = []
        for sentence in self.sentences:
            if sentence.opens_paragraph or not joined:
                joined.append([])
            joined[-1].append(sentence.text)
        return [" ".join(p) for p in joined]


def read(text: str) -> list[Document]:
    """CoNLL-U → documents; raises ValueError on what is no CoNLL-U at all."""
    documents: list[Document] = []
    sentence, opens = Sentence(""), False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("# newdoc id = "):
            documents.append(Document(line[14:]))
        elif line.startswith("# newpar"):
            opens = True
        elif line.startswith("# sent_id = "):
            sentence = Sentence(line[12:], opens_paragraph=opens)
            documents[-1].sentences.append(sentence)
            opens = False
        elif line.startswith("# text = "):
            sentence.text = line[9:]
        elif line and not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) != 10:
                raise ValueError(f"line {number} has {len(cells)} columns, not 10: {line!r}")
            misc = dict(pair.split("=", 1) for pair in cells[9].split("|")) if cells[9] != "_" else {}
            sentence.words.append(Word(int(cells[0]), cells[1], cells[3], cells[5], int(cells[6]), cells[7], misc))
    return documents


BRACKET = re.compile(r"\((?P<opened>\w+?)-(?P<head>\d+)(?P<alone>\))?(?!\d)|(?P<closed>[a-z]\w*)\)")


def mentions(sentence: Sentence) -> Iterator[Problem]:
    """Reads MISC's Entity into `sentence.mentions`; what does not balance is a problem."""
    open_spans: list[Mention] = []
    for word in sentence.words:
        entry = word.misc.get("Entity", "")
        if BRACKET.sub("", entry):
            yield _error(sentence, word, f"Entity={entry} cannot be read")
        for m in BRACKET.finditer(entry):
            if m["opened"]:
                span = Mention(m["opened"], word.id, word.id if m["alone"] else 0, int(m["head"]))
                sentence.mentions.append(span)
                if not m["alone"]:
                    open_spans.append(span)
            elif not open_spans or open_spans[-1].entity != m["closed"]:
                yield _error(sentence, word, f"{m['closed']} closes, but the span opened last is another: spans nest")
            else:
                open_spans.pop().end = word.id
    for span in open_spans:
        yield Problem("error", sentence.id, "", f"{span.entity}, opened at word {span.start}, is never closed")
    sentence.mentions = [m for m in sentence.mentions if m.end]


def _error(sentence: Sentence, word: Word, message: str) -> Problem:
    return Problem("error", sentence.id, f"{word.id} {word.form}", message)


def _warning(sentence: Sentence, word: Word, message: str) -> Problem:
    return _error(sentence, word, message)._replace(level="warning")


def check_text(sentence: Sentence) -> Iterator[Problem]:
    built = "".join(w.form + ("" if w.misc.get("SpaceAfter") == "No" else " ") for w in sentence.words).rstrip(" ")
    if built != sentence.text:
        yield Problem("error", sentence.id, "", f"the words give {built!r}, the text is {sentence.text!r}")
    if [w.id for w in sentence.words] != list(range(1, len(sentence.words) + 1)):
        yield Problem("error", sentence.id, "", "the words are not numbered 1, 2, 3 …")


def check_tree(sentence: Sentence) -> Iterator[Problem]:
    """One root, no cycle, heads in range: whatever else is checked needs a tree."""
    count = len(sentence.words)
    roots = [w for w in sentence.words if w.head == 0]
    if len(roots) != 1:
        yield Problem("error", sentence.id, "", f"{len(roots)} words have head 0; exactly one must")
    for word in sentence.words:
        if not 0 <= word.head <= count or word.head == word.id:
            yield _error(sentence, word, f"its head is {word.head}")
            continue
        if (word.head == 0) != (word.relation == "root"):
            yield _error(sentence, word, "head 0 and root go together")
        seen, at = {word.id}, word.head
        while 0 < at <= count and at not in seen:
            seen.add(at)
            at = sentence.words[at - 1].head
        if at == word.id:
            yield _error(sentence, word, "it is its own ancestor")


def check_word(sentence: Sentence, word: Word) -> Iterator[Problem]:
    """Part of speech and relation of one word, and which dependents it may have."""
    children = sentence.children(word.id)
    names = Counter(c.relation for c in children)
    governor = sentence.words[word.head - 1] if word.head else None
    if word.part not in PARTS:
        yield _error(sentence, word, f"there is no part of speech {word.part}")
    if word.relation not in RELATIONS:
        yield _error(sentence, word, f"there is no relation {word.relation}")
        return
    if "fixed" not in names:
        if word.part not in RELATIONS[word.relation]:
            yield _error(sentence, word, f"{word.relation} cannot be {word.part}")
        elif word.relation not in PART_RELATIONS.get(word.part, RELATIONS):
            yield _error(sentence, word, f"{word.part} cannot be {word.relation}")
    else:
        whole = " ".join(w.form.lower() for w in (word, *(c for c in children if c.relation == "fixed")))
        if FIXED.get(whole) != f"{word.part} {word.relation}":
            yield _error(
                sentence, word, f"{whole} is {FIXED.get(whole, 'no fixed expression')}, not {word.part} {word.relation}"
            )
    if word.part in CLOSED and word.form.lower() not in CLOSED[word.part]:
        yield _error(sentence, word, f"it is not one of the words that are {word.part}")
    for child in children:
        if child.relation not in LEAVES.get(word.relation, RELATIONS) and child.relation in RELATIONS:
            yield _error(sentence, child, f"{child.relation} cannot depend on {word.id} {word.form}, which is {word.relation}")
    if word.relation in RIGHTWARD and word.head > word.id:
        yield _error(sentence, word, f"the head of {word.relation} stands to its left")
    if word.relation in ("cc", "cc:preconj") and word.head < word.id:
        yield _error(sentence, word, "cc depends on the conjunct to its right")
    names["nsubj"] += names["nsubj:pass"]
    yield from (_error(sentence, word, f"it has {names[r]} {r}") for r in ONCE if names[r] > 1)
    if names["nsubj:pass"] and not names["aux:pass"] and word.relation != "conj":
        yield _error(sentence, word, "it has nsubj:pass but no aux:pass")
    if names["aux:pass"] and names["nsubj"] > names["nsubj:pass"]:
        yield _error(sentence, word, "it has aux:pass, so its subject is nsubj:pass")
    if names["iobj"] and not (names["obj"] or names["ccomp"]):
        yield _error(sentence, word, "it has iobj without obj or ccomp: an only object is obj")
    if names["cop"] and word.part == "VERB":
        yield _warning(sentence, word, "a VERB has cop: is it aux, aux:pass, or an ADJ?")
    cases = [c.form.lower() for c in children if c.relation == "case"]
    if word.relation in ("obl", "nmod") and not cases:
        yield _error(sentence, word, f"{word.relation} has no case: {word.relation}:unmarked, or another relation")
    if word.relation in ("obl:unmarked", "nmod:unmarked", "obj", "iobj") and cases and "'s" not in cases and "'" not in cases:
        yield _error(sentence, word, f"{word.relation} has the case {cases[0]}")
    if word.relation == "obl:agent" and "by" not in cases:
        yield _error(sentence, word, "obl:agent needs by")
    if word.relation == "nmod:poss" and word.part != "PRON" and not {"'s", "'"} & set(cases):
        yield _error(sentence, word, "nmod:poss needs a possessive pronoun or 's")
    if governor is None:
        return
    if governor.part in ("VERB", "AUX") and word.relation in ("nmod", "nmod:poss", "det", "amod", "acl", "acl:relcl", "nummod"):
        yield _error(sentence, word, f"{word.relation} depends on a noun, not on the verb {governor.form}")
    predicate = {"cop", "orphan"} | SUBJECTS
    verbal = SUBJECTS | {"obj", "iobj", "obl", "obl:unmarked", "obl:agent", "advcl", "aux", "xcomp", "compound:prt"}
    if governor.part in ("NOUN", "PROPN") and word.relation in verbal:
        has = {c.relation for c in sentence.children(governor.id) if c is not word}
        if not has & predicate and governor.relation not in ("root", "conj"):
            yield _warning(sentence, word, f"{word.relation} on the noun {governor.form}, which is no predicate")


def check_crossing(sentence: Sentence) -> Iterator[Problem]:
    """Punctuation crosses no arc; other crossing arcs are rare in English."""
    arcs = [(min(w.id, w.head), max(w.id, w.head), w) for w in sentence.words]
    for a, b, word in arcs:
        for c, d, other in arcs:
            if a < c < b < d:
                message = f"its arc crosses that of {other.id} {other.form}"
                mark = next((w for w in (word, other) if w.relation == "punct"), None)
                yield _error(sentence, mark, message) if mark else _warning(sentence, word, message)


def check_mentions(sentence: Sentence) -> Iterator[Problem]:
    """The head of a mention is its only word with a governor outside; the span is all that depends on the head."""
    spans = Counter((m.entity, m.start, m.end) for m in sentence.mentions)
    yield from (Problem("error", sentence.id, "", f"{e} has the span {s}–{t} twice") for (e, s, t), n in spans.items() if n > 1)
    for m in sentence.mentions:
        inside = sentence.words[m.start - 1 : m.end]
        if not 1 <= m.head <= len(inside):
            yield _error(sentence, inside[0], f"the head of {m.entity} is word {m.head} of {len(inside)}")
            continue
        head = inside[m.head - 1]
        tops = [w for w in inside if w.relation != "punct" and not m.start <= w.head <= m.end]
        if tops != [head]:
            found = ", ".join(f"{w.id} {w.form}" for w in tops)
            yield _error(sentence, head, f"head of {m.entity}, but the words with a governor outside the span are {found}")
        if inside[-1].form in {",", ".", "?", "!", '"'} or inside[0].form in {",", '"'}:
            yield _error(sentence, inside[-1], f"the span of {m.entity} begins or ends with punctuation")
        if inside[0].relation == "case" and inside[0].head == head.id:
            yield _error(sentence, inside[0], f"the span of {m.entity} begins with a preposition")
        for w in sentence.words:
            possessive = w.part == "PART" and w.relation == "case"
            may_stay_out = w.relation == "punct" or (w.head == head.id and w.relation in OUTSIDE and not possessive)
            if m.start <= w.head <= m.end and not m.start <= w.id <= m.end and not may_stay_out:
                yield _error(sentence, w, f"the span of {m.entity} leaves it out, though its governor is inside")
    alone = {m.start for m in sentence.mentions if m.start == m.end}
    for w in sentence.words:
        if w.form.lower() in PRONOUNS and w.relation != "expl" and w.id not in alone:
            yield _warning(sentence, w, "a pronoun in no entity")


def check_document(document: Document) -> Iterator[Problem]:
    for sentence in document.sentences:
        yield from check_text(sentence)
        broken = list(check_tree(sentence))
        yield from broken
        yield from mentions(sentence)
        if not broken:
            for word in sentence.words:
                yield from check_word(sentence, word)
            yield from check_crossing(sentence)
            yield from check_mentions(sentence)


def check_entities(document: Document) -> Iterator[Problem]:
    """Needs the whole document, its mentions read."""
    sizes = Counter(m.entity for s in document.sentences for m in s.mentions)
    yield from (Problem("error", document.id, "", f"{e} has one mention only") for e, n in sizes.items() if n == 1)


def check_plain(documents: list[Document], folder: Path) -> Iterator[Problem]:
    """GENRE-N is the Nth document of GENRE.txt, paragraph by paragraph."""
    for document in documents:
        genre, _, number = document.id.rpartition("-")
        plain = (folder / f"{genre}.txt").read_text(encoding="utf-8").strip().split("\n\n")[int(number) - 1].split("\n")
        if document.paragraphs() != plain:
            yield Problem("error", document.id, "", f"its paragraphs are not those of document {number} in {genre}.txt")


def check(path: Path) -> tuple[list[Document], list[Problem]]:
    """The whole file, against the plain text beside it."""
    documents = read(path.read_text(encoding="utf-8"))
    problems = [p for d in documents for p in (*check_document(d), *check_entities(d))]
    return documents, problems + list(check_plain(documents, path.parent))
