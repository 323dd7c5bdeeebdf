"""Relations in words that a newcomer knows.

Keys are those of Universal Dependencies and of Stanford Dependencies; a key that is neither is written as it is.
"""

from headscope.description import Key
from headscope.names import ALL, BOTH, OWN, SUBTYPES, TO_DEPENDENT, base_of

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


def relation(key: str, direction: str = "") -> Key:
    """What a head that is good at a relation does, for "Head 7-5 … 82% of the time"; `short` is for a head's own line.

    >>> relation("obj", "dependent-to-head").does, relation("obj", "head-to-dependent").does
    ('finds the verb of a direct object (obj)', 'looks from the verb to its direct object (obj)')
    >>> relation("nsubj", "dependent-to-head").looks
    'looks from subjects to their predicates (nsubj)'
    """
    dependent, governor = nouns(key)
    finds = f"finds the {governor} of {with_article(dependent)}" + (", by attention both ways" if direction == BOTH else "")
    ends = (governor, dependent) if direction == TO_DEPENDENT else (dependent, governor)
    both = "looks between {} and their {}" if direction == BOTH else "looks from {} to their {}"
    looks = both.format(_many(ends[0]), _many(ends[1])) + _named(key)
    if direction == TO_DEPENDENT:
        finds = f"looks from the {governor} to its {dependent}"
    return Key(finds + _named(key), key, looks=looks, finding="none", by_layer=False)


def with_article(noun: str) -> str:
    """>>> with_article("direct object"), with_article("oblique noun")
    ('a direct object', 'an oblique noun')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


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
