"""Number, gender and person of a mention, and whether two mentions agree in them.

What the annotation says of the head word counts first, then its tag, then lists of English words (agreement_words.py), and for
the number of a noun its ending. What nobody knows agrees with everything.
"""

from typing import NamedTuple

from headscope.measures.coreference import agreement_words as lists
from headscope.measures.coreference.mention_heads import parts_of
from headscope.types import Mention, Sentence

MALE, FEMALE, THING = frozenset({"Masc"}), frozenset({"Fem"}), frozenset({"Neut"})
PERSON = MALE | FEMALE
ANYTHING: frozenset[str] = frozenset()
_GENDERS = {"Masc": MALE, "Fem": FEMALE, "Neut": THING, "Any": PERSON, "Com": PERSON, "-": ANYTHING}
_NUMBERS = {"NN": "Sing", "NNP": "Sing", "NNS": "Plur", "NNPS": "Plur"}
_PRONOUN = ("pronoun", "possessive", "relative", "determiner")
_STOPS = ("adposition", "relative", "verb")


class Traits(NamedTuple):
    """`number` is Sing or Plur, `person` 1, 2 or 3; both empty where not known. `genders` are those it may have (Masc, Fem,
    Neut), and empty too where not known: a teacher may be he or she, but not it."""

    number: str = ""
    genders: frozenset[str] = ANYTHING
    person: str = ""

    def agrees(self, other: "Traits") -> bool:
        """
        >>> he, teacher, houses = Traits("Sing", MALE, "3"), Traits("Sing", PERSON, "3"), Traits("Plur", THING, "3")
        >>> he.agrees(teacher), teacher.agrees(houses), he.agrees(Traits())
        (True, False, True)
        """
        return (
            (not self.number or not other.number or self.number == other.number)
            and (not self.genders or not other.genders or bool(self.genders & other.genders))
            and (not self.person or not other.person or self.person == other.person)
        )


def find_traits(sentence: Sentence, mention: Mention, head: int) -> Traits:
    """The traits of a mention with this head word.

    A pronoun has its own; a noun or a name is third person, and has the gender that its word, its title or its given name has.
    Several joined by "and" are plural, of any gender.

    >>> find_traits(Sentence(("Mrs", "Jones"), tags=("NNP", "NNP")), Mention(0, 2, "e"), 1)
    Traits(number='Sing', genders=frozenset({'Fem'}), person='3')
    """
    parts = parts_of(sentence, mention)
    part = parts[head - mention.start]
    tag = sentence.tags[head] if sentence.tags else ""
    word = sentence.words[head].lower()
    features = _read(sentence.features[head]) if sentence.features else {}
    if part in _PRONOUN:
        number, gender, person = lists.PRONOUNS.get(word, "- - -").split()
        own = Traits(number.strip("-"), _GENDERS[gender], person.strip("-"))
    else:
        names = _name(sentence, mention, head, parts) if part == "proper" else ()
        number = features.get("Number") or _NUMBERS.get(tag) or _spelt_number(word, part)
        number = "" if any(one in lists.GROUPS for one in lists.in_singular(word)) else number
        own = Traits(_number(number), _gender_of_name(names) if names else _gender_of_noun(word), "3")
    if _is_joined(sentence, mention, head, parts):
        return Traits("Plur", ANYTHING, "" if part in _PRONOUN else "3")
    if part in _PRONOUN and "Number" in features:
        own = own._replace(number=_number(features["Number"]))
    if "Gender" in features:
        own = own._replace(genders=_genders(features["Gender"]))
    return own._replace(person=features.get("Person", own.person))


def _read(features: str) -> dict[str, str]:
    """Number=Sing|Person=3 as a dictionary. Of a possessive word, the possessor's counts: Gender[psor]=Fem."""
    pairs = dict(pair.partition("=")[::2] for pair in features.split("|") if "=" in pair)
    return pairs | {name.removesuffix("[psor]"): value for name, value in pairs.items() if name.endswith("[psor]")}


def _spelt_number(word: str, part: str) -> str:
    """What a noun's ending says where nothing else does. Names may end in s as they please."""
    if word in lists.PLURALS:
        return "Plur"
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return "Sing" if part in ("noun", "proper") else ""
    return "Plur" if part == "noun" and word not in lists.ENDING_IN_S else ""


def _number(value: str) -> str:
    return {"Sing": "Sing", "Plur": "Plur", "Ptan": "Plur", "Dual": "Plur"}.get(value, "")


def _genders(value: str) -> frozenset[str]:
    return frozenset().union(*(_GENDERS.get(one, frozenset({one})) for one in value.split(",")))


def _name(sentence: Sentence, mention: Mention, head: int, parts: list[str]) -> tuple[str, ...]:
    """The words of the name around the head, title included: names in a row."""
    first = last = head - mention.start
    while first > 0 and _may_be_name(sentence.words[mention.start + first - 1], parts[first - 1]):
        first -= 1
    while last + 1 < len(parts) and parts[last + 1] == "proper":
        last += 1
    return tuple(word.lower() for word in sentence.words[mention.start + first : mention.start + last + 1])


def _may_be_name(word: str, part: str) -> bool:
    """Titles are nouns in some treebanks."""
    return part == "proper" or (part == "noun" and word[:1].isupper())


def _gender_of_name(names: tuple[str, ...]) -> frozenset[str]:
    """A title decides, then what can only be a place or an institution, then the first word that is a given name."""
    for words, gender in (
        (lists.MALE_TITLES, MALE),
        (lists.FEMALE_TITLES, FEMALE),
    ):
        if len(names) > 1 and names[0] in words:
            return gender
    if any(name in lists.THING_NAMES for name in names):
        return THING
    for name in names:
        if name in lists.MALE_NAMES or name in lists.FEMALE_NAMES:
            return MALE if name in lists.MALE_NAMES else FEMALE
    return PERSON if len(names) > 1 and names[0] in lists.PERSON_TITLES else ANYTHING


def _gender_of_noun(noun: str) -> frozenset[str]:
    for word in lists.in_singular(noun):
        for words, gender in (
            (lists.MALE_NOUNS, MALE),
            (lists.FEMALE_NOUNS, FEMALE),
            (lists.PERSON_NOUNS, PERSON),
            (lists.GROUPS, ANYTHING),
            (lists.THING_NOUNS, THING),
        ):
            if word in words:
                return gender
        if word.endswith(("woman", "women")):
            return FEMALE
        if word.endswith(("man", "men")) and word not in lists.NO_MEN:
            return MALE
        if len(word) > 5 and word.endswith(lists.THING_ENDINGS):
            return THING
    return ANYTHING


def _is_joined(sentence: Sentence, mention: Mention, head: int, parts: list[str]) -> bool:
    """Whether the mention is several joined by "and", the head the first of them: told by the tree, or else by an "and"
    behind the head that no preposition, relative or verb comes before."""
    words, heads, relations = sentence.words, sentence.heads, sentence.relations
    inside = range(mention.start, mention.end)
    joiners = [at for at in inside if words[at].lower() in ("and", "&")]
    if heads is not None and relations is not None:
        conjuncts = [at for at in inside if heads[at] == head and relations[at].startswith("conj")]
        return any(heads[at] in (*conjuncts, head) for at in joiners) and bool(conjuncts)
    stop = next((at for at in range(head + 1, mention.end) if parts[at - mention.start] in _STOPS), mention.end)
    return any(head < at < stop for at in joiners)
