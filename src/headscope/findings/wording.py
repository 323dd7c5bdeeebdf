"""Relations in words that a newcomer knows, and numbers with their intervals, for the sentences of the page.

Keys are those of Universal Dependencies and of Stanford Dependencies; a key that is neither is written as it is.
"""

from headscope.measures import MEASURES
from headscope.names import ALL, BOTH, DEPENDENCY, OWN, SUBTYPES, TO_DEPENDENT, base_of
from headscope.quantities import percent, percent_interval, shown, shown_interval
from headscope.types import Series

# The dependent and its governor. Plurals are made with an s.
RELATIONS = {
    ALL: ("word", "governor"),
    "acl": ("adnominal clause", "noun"),
    "acl:relcl": ("relative clause", "noun"),
    "advcl": ("adverbial clause", "main predicate"),
    "advmod": ("adverb", "modified word"),
    "amod": ("adjective", "noun"),
    "appos": ("apposition", "noun"),
    "aux": ("auxiliary verb", "main verb"),
    "aux:pass": ("passive auxiliary", "main verb"),
    "auxpass": ("passive auxiliary", "main verb"),
    "case": ("preposition", "noun"),
    "cc": ("coordinating word", "conjunct"),
    "ccomp": ("clausal complement", "verb"),
    "compound": ("compound modifier", "noun"),
    "compound:prt": ("verb particle", "verb"),
    "conj": ("later conjunct", "first conjunct"),
    "cop": ("copula", "predicate"),
    "csubj": ("clausal subject", "predicate"),
    "det": ("determiner", "noun"),
    "dobj": ("direct object", "verb"),
    "discourse": ("discourse word", "governor"),
    "expl": ("expletive", "predicate"),
    "fixed": ("later phrase word", "first phrase word"),
    "flat": ("later name word", "first name word"),
    "iobj": ("indirect object", "verb"),
    "mark": ("subordinating word", "verb"),
    "neg": ("negation", "negated word"),
    "nmod": ("noun modifier", "noun"),
    "nmod:poss": ("possessor", "possessed noun"),
    "nn": ("compound modifier", "noun"),
    "nsubj": ("subject", "predicate"),
    "nsubj:pass": ("passive subject", "verb"),
    "nsubjpass": ("passive subject", "verb"),
    "num": ("number", "noun"),
    "nummod": ("number", "noun"),
    "obj": ("direct object", "verb"),
    "obl": ("oblique noun", "predicate"),
    "obl:agent": ("passive agent", "verb"),
    "parataxis": ("loose clause", "main predicate"),
    "pcomp": ("prepositional complement", "preposition"),
    "pobj": ("prepositional object", "preposition"),
    "poss": ("possessor", "possessed noun"),
    "possessive": ("possessive marker", "possessor"),
    "preconj": ("preconjunction", "conjunct"),
    "prep": ("preposition", "governor"),
    "prt": ("verb particle", "verb"),
    "punct": ("punctuation mark", "governor"),
    "rcmod": ("relative clause", "noun"),
    "relcl": ("relative clause", "noun"),
    "tmod": ("time expression", "governor"),
    "vmod": ("verbal modifier", "governor"),
    "xcomp": ("open complement", "verb"),
}


def nouns(key: str) -> tuple[str, str]:
    """The dependent and the governor of a relation; a subtype without words of its own has its relation's.

    >>> nouns("obj"), nouns("obl:tmod"), nouns("orphan")
    (('direct object', 'verb'), ('oblique noun', 'predicate'), ('word marked orphan', 'governor'))
    """
    plain = key.removesuffix(OWN).removesuffix(SUBTYPES)
    return RELATIONS.get(plain) or RELATIONS.get(base_of(plain)) or (f"word marked {plain}", "governor")


def finds(series: Series) -> str:
    """What a head that is good at this does, for "Head 7-7 … 81% of the time".

    >>> finds(Series("c", "encoder", "dependency", "obj", "dependent-to-head"))
    'finds the verb of a direct object (obj)'
    >>> finds(Series("c", "encoder", "dependency", "obj", "head-to-dependent"))
    'looks from the verb to its direct object (obj)'
    >>> finds(Series("c", "encoder", "coreference", "pronoun"))
    'finds the antecedents of pronouns'
    """
    if series.measure != DEPENDENCY:
        return MEASURES[series.measure]([series.key]).phrase(series.key)
    dependent, governor = nouns(series.key)
    if series.direction == TO_DEPENDENT:
        return f"looks from the {governor} to its {dependent}{_named(series.key)}"
    article = "an" if dependent[0] in "aeiou" else "a"
    linked = f"finds the {governor} of {article} {dependent}"
    return (f"{linked}, by attention both ways" if series.direction == BOTH else linked) + _named(series.key)


def looks(series: Series) -> str:
    """The same for a head's own line.

    >>> looks(Series("c", "encoder", "dependency", "nsubj", "dependent-to-head"))
    'looks from subjects to their predicates (nsubj)'
    """
    if series.measure != DEPENDENCY:
        return finds(series)
    dependent, governor = nouns(series.key)
    ends = (governor, dependent) if series.direction == TO_DEPENDENT else (dependent, governor)
    both = "looks between {} and their {}" if series.direction == BOTH else "looks from {} to their {}"
    return both.format(_many(ends[0]), _many(ends[1])) + _named(series.key)


def _named(key: str) -> str:
    """The key itself, for those who know it; nothing where the words have it already."""
    return "" if key == ALL or nouns(key)[0].startswith("word marked ") else f" ({key.removesuffix(OWN)})"


def _many(noun: str) -> str:
    """The plural; of "later part of a name" that of its first noun.

    >>> _many("copula"), _many("auxiliary"), _many("later part of a name"), _many("word marked orphan")
    ('copulas', 'auxiliaries', 'later parts of a name', 'words marked orphan')
    """
    first, of, rest = noun.partition(" marked " if " marked " in noun else " of ")
    return f"{first.removesuffix('y')}ies{of}{rest}" if first.endswith("ry") else f"{first}s{of}{rest}"


def share(value: float, low: float | None, high: float | None) -> str:
    """A share as people say it, with its interval.

    >>> share(0.8123, 0.7755, 0.8516), share(0.9561, 0.9549, 0.9575), share(0.5, None, None)
    ('81% (78–85)', '95.6% (95.5–95.8)', '50.0%')
    """
    ends = percent_interval(low, high)
    return f"{percent(value, low, high)}%" + (f" ({ends})" if ends else "")


def nats(value: float, low: float | None, high: float | None) -> str:
    """The same in nats.

    >>> nats(4.5293, 4.4966, 4.5622)
    '4.53 nats (4.50–4.56)'
    """
    ends = shown_interval(low, high)
    return f"{shown(value, low, high)} nats" + (f" ({ends})" if ends else "")
