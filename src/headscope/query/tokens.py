"""Query text → tokens: words, names in quotes, signs, and the end. What a word means is for the grammar to say."""

import re
from dataclasses import dataclass

from headscope.query.language import ALIASES, LANGUAGE, LIMITS, QueryError, sentence

KINDS = {kind: re.compile(pattern) for kind, pattern in LANGUAGE["tokens"].items()}
END = "end"


@dataclass(frozen=True)
class Token:
    """A piece of a query: `text` without its quotes, `start` and `end` where it stands with them."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """What it says as a word of the language or a sign, in lower case; what is in quotes is never one."""
        text = self.text.lower() if self.kind in ("word", "sign") else ""
        return ALIASES.get(text, text)

    @property
    def shown(self) -> str:
        """As it is to be typed, in quotes where it was."""
        return self.text if self.kind != "quoted" else f"'{self.text}'" if '"' in self.text else f'"{self.text}"'

    @property
    def found(self) -> str:
        """As a message names it."""
        return sentence("end_found") if self.kind == END else sentence("word_found", text=self.text)


def tokens(query: str) -> list[Token]:
    """The tokens of a query, the last of which is the end.

    >>> [(token.kind, token.text) for token in tokens("offset.+1>60% and 'x y' top 3")]
    [('word', 'offset.+1'), ('sign', '>'), ('word', '60%'), ('word', 'and'), ('quoted', 'x y'), ('word', 'top'), ('word', '3'), ('end', '')]
    """
    most = LIMITS["characters"]
    if len(query) > most:
        raise QueryError("long", sentence("long", most=most, count=len(query)), query[: most + 1], most, most + 1)
    made: list[Token] = []
    place = 0
    while place < len(query):
        kind, match = next(
            ((kind, found) for kind, pattern in KINDS.items() if (found := pattern.match(query, place))), ("", None)
        )
        if match is None:  # each character but a quotation mark belongs to some token
            raise QueryError("quote", sentence("quote"), query, place, place + 1)
        if kind != "space":
            made.append(Token(kind, match[0][1:-1] if kind == "quoted" else match[0], place, match.end()))
        place = match.end()
    return [*made, Token(END, "", len(query), len(query))]
