"""How a token is spelt for a reader. Byte-level tokenizers (GPT-2's and Llama 3's kind) write each byte as some letter, a space as Ġ;
here it becomes text again. What can't be seen of it, such as that space, is given a mark where it is drawn (figures/lettering)."""

from functools import cache
from typing import Any


@cache
def _bytes() -> dict[str, int]:
    """The letters of byte-level tokenizers: a byte that is a visible Latin-1 letter stands for itself, the others for letters from
    U+0100 on, in order."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(256 + at): byte for at, byte in enumerate(others)}


def is_byte_level(tokenizer: Any) -> bool:
    """Whether the tokenizer writes tokens as bytes."""
    decoder = getattr(getattr(tokenizer, "backend_tokenizer", None), "decoder", None)
    return hasattr(tokenizer, "byte_decoder") or (decoder is not None and b'"ByteLevel"' in decoder.__getstate__())


def spelt(token: str) -> str:
    r"""A token of a byte-level tokenizer as text. Bytes that are a part of a character only are written in hexadecimal; a token that is
    not made of bytes, as an added one may be, stays as it is.

    >>> spelt("Ġtomatoes"), spelt("ÃĹ"), spelt("Ã"), spelt("Ċ"), spelt("<s>"), spelt("→")
    (' tomatoes', '×', '\\xc3', '\n', '<s>', '→')
    """
    letters = _bytes()
    if not all(letter in letters for letter in token):
        return token
    return bytes(letters[letter] for letter in token).decode(errors="backslashreplace")
