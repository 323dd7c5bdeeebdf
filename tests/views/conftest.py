"""Attention made by hand and by the bundled model, and strings that somebody hopes a page will run."""

from collections.abc import Callable
from html.parser import HTMLParser

import numpy as np
import pytest

from headscope.views.attend import attend
from headscope.views.attention import Attention

TEXTS = ("The old king watered his tomatoes.", "The queen sold the tomatoes.")
HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>",
    "]]></SCRIPT >",
    "&lt;b&gt; &amp;",
    "\u2028\u2029",
    "\0\x1b[31m",
    "quote \" ' ` \\ {title} %s",
    "</textarea></title></style><svg onload=alert(1)>",
    "\u202eevil\u2066",
    "مرحبا 日本語 👩‍👩‍👧 e\u0301",
)


def random_maps(*shape: int, seed: int = 0) -> np.ndarray:
    """softmax(3·x), x a normal sample: [layer, head, query, key]."""
    logits = 3 * np.random.default_rng(seed).standard_normal(shape)
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True)).astype(np.float32)


class Page(HTMLParser):
    """The elements of a page with their text, as a browser would see them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.content: dict[str, str] = {}
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        self._inside = attributes.get("id") or f"{tag} {attributes.get('type') or ''}".strip()

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.content[self._inside] = self.content.get(self._inside, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    @property
    def tags(self) -> list[str]:
        return [tag for tag, _ in self.elements]

    @property
    def policy(self) -> dict[str, str]:
        [text] = [a["content"] or "" for _, a in self.elements if a.get("http-equiv") == "Content-Security-Policy"]
        return dict(part.strip().split(" ", 1) for part in text.split(";"))


@pytest.fixture(scope="session")
def page() -> type[Page]:
    return Page


@pytest.fixture(scope="session")
def make_maps() -> Callable[..., np.ndarray]:
    return random_maps


@pytest.fixture(scope="session")
def hostile() -> tuple[str, ...]:
    return HOSTILE


@pytest.fixture(scope="session")
def texts() -> tuple[str, str]:
    return TEXTS


@pytest.fixture(scope="session")
def pair(bundled) -> Attention:
    """The bundled model on a pair, with queries and keys."""
    return attend(bundled, *TEXTS, vectors=True)
