"""headscope serve in a real browser: what is typed is shown, what is refused is said, and other pages get nothing."""

import socket
import threading
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from headscope.models import Model
from headscope.views.attend import attend
from headscope.views.server import server as serve
from headscope.views.server.known_models import Models

pytest.importorskip("uvicorn")

FIRST = ["[CLS]", "the", "old", "king", "water", "##ed", "his", "tomato", "##es", "before", "breakfast", ".", "[SEP]"]
RUN: Any = {
    "scores": [
        {
            "id": "offset.+1",
            "words": "attends to the next token",
            "stack": "encoder",
            "value": [[0.5] * 8] * 2 + [[0.9] * 8] * 6,
        }
    ],
    "labels": [{"stack": "encoder", "layer": 2, "head": 4, "label": "next"}],
    "behaviours": [{"name": "next", "words": "next token", "sign": "▶"}],
}
HOSTILE = "</script><img src=x onerror=\"document.title='hurt'\">"


class CountedModels(Models):
    """The bundled model and those in the cache; how often one was asked for."""

    asked = 0

    def __getitem__(self, name: str) -> Model:
        self.asked += 1
        return super().__getitem__(name)


class Server:
    """The real server on a real socket, in a thread of this process."""

    def __init__(self, models: Models) -> None:
        self.models = models
        self.listening = serve.listen(0)
        self.port = self.listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.uvicorn = serve.make_server(models, self.listening, serve.Served(64, RUN))
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.listening]})
        self.thread.start()

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(20)
        self.listening.close()
        assert not self.thread.is_alive()


@pytest.fixture
def server(bundled: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """With one more model in the Hub's cache: the bundled one under another name."""
    commit = "0" * 40
    folder = tmp_path / "cache" / "models--somebody--other"
    (folder / "refs").mkdir(parents=True)
    (folder / "refs" / "main").write_text(commit)
    (folder / "blobs").mkdir()
    (folder / "snapshots" / commit).mkdir(parents=True)
    for file in resources.files("headscope").joinpath("models", "bundled", "bert-8x8").iterdir():
        (folder / "blobs" / file.name).write_bytes(file.read_bytes())
        (folder / "snapshots" / commit / file.name).symlink_to(folder / "blobs" / file.name)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    made = Server(CountedModels(bundled))
    yield made
    made.stop()


@pytest.fixture
def live(reader: Callable[..., Any], server: Server) -> Any:
    """A browser at the server's page, once it shows its first text."""
    one = reader()
    one.origin = server.address
    one.page.goto(server.address)
    one.page.wait_for_selector(".hs-token")
    return one


def tokens(page: Any) -> list[str]:
    return page.locator(".hs-left bdi").all_inner_texts()


def type_text(one: Any, text: str, *expected: str) -> None:
    """As a person does it, and until its tokens are there."""
    one.page.get_by_label("Text", exact=True).fill(text)
    one.page.wait_for_function(
        "(texts) => JSON.stringify([...document.querySelectorAll('.hs-left bdi')].map((one) => one.textContent)) === texts",
        arg="[" + ",".join(f'"{text}"' for text in expected) + "]",
    )
    one.settle()


def wrong(one: Any, words: str) -> None:
    """Until the page says so; the browser notes the refusal in its console."""
    one.page.locator("output.wrong").get_by_text(words).wait_for()
    assert one.errors and all(error.startswith("Failed to load resource") for error in one.errors), one.errors
    one.errors.clear()


def test_what_is_typed_is_shown_at_once(live: Any) -> None:
    page = live.page
    assert tokens(page) == FIRST
    assert live.ink() > 100
    assert "13 tokens" in page.locator("form output").inner_text()
    live.choose("layer", "3")
    page.locator(".hs-patch").nth(4).dblclick()
    type_text(live, "Old kings.", "[CLS]", "old", "kings", ".", "[SEP]")
    # What was being looked at is looked at still, with what the run says of it.
    assert page.locator("h3").inner_text() == "Head 3-5: next token"
    assert page.locator(".hs-standings").inner_text() == "attends to the next token 0.90 48 of 64"
    page.get_by_label("Second text, if any").fill("New queens.")
    page.locator(".hs-left bdi").nth(8).wait_for()
    assert page.get_by_role("button", name="A→B").count() == 1
    live.view("Neuron")
    assert "is what the model had" in page.locator(".hs-neuron").inner_text()
    live.view("Model")
    assert page.locator(".hs-cell").count() == 64


def table(page: Any) -> dict[str, list[str]]:
    """The predicted words with their numbers."""
    rows = page.locator(".hs-likely tbody tr")
    return {
        rows.nth(at).locator("th").inner_text(): rows.nth(at).locator(".hs-number").all_inner_texts()
        for at in range(rows.count())
    }


def test_a_head_is_switched_off_and_on_again(live: Any, bundled: Model, axe: Any) -> None:
    page = live.page
    assert page.locator(".hs-likely").inner_text().startswith("Write [MASK]")
    type_text(live, "Old [MASK] sleep.", "[CLS]", "old", "[MASK]", "sleep", ".", "[SEP]")
    whole = table(page)
    assert all(len(numbers) == 1 for numbers in whole.values()) and len(whole) == 5
    live.choose("layer", "3")
    page.locator(".hs-patch").nth(4).dblclick()
    page.get_by_role("button", name="switch off head 3-5").click()
    page.locator("h2", has_text="without 3-5").wait_for()
    live.settle()
    # Side by side with the whole model's, and as Python has it.
    guesses = attend(bundled.gated({"3-5": 0}), "Old [MASK] sleep.", predicts=True).likely.guesses
    shown = table(page)
    assert list(shown) == [guess.text for guess in guesses] and {word: shown[word][:1] for word in whole} == whole
    for guess in guesses:
        numbers = [0.0 if text == "<0.01" else float(text) for text in shown[guess.text]]
        assert all(abs(one - other) < 0.0051 for one, other in zip(numbers, (guess.whole, guess.without), strict=True))
    assert page.locator(".hs-likely thead th").all_inner_texts() == ["word", "whole model", "without 3-5"]
    # The same head is looked at, struck out wherever it is named, and part of the link.
    assert page.locator("h3.hs-off").inner_text() == "Head 3-5: next token"
    assert page.locator(".hs-patch.hs-off").count() == page.locator(".hs-cell.hs-off").count() == 1
    assert axe(page) == []
    assert "off=3-5" in page.evaluate("location.hash") and "layer=3" in page.evaluate("location.hash")
    page.reload()
    page.locator("h2", has_text="without 3-5").wait_for()
    page.get_by_role("button", name="switch on head 3-5").first.click()
    page.wait_for_function("() => document.querySelector('h2').textContent === 'bert-8x8'")
    live.settle()
    assert table(page) == whole and page.locator(".hs-off").count() == 0
    assert "off=" not in page.evaluate("location.hash")


def test_a_link_to_heads_that_are_not_there_shows_the_whole_model(reader: Callable[..., Any], server: Server) -> None:
    one = reader()
    one.origin = server.address
    one.page.goto(f"{server.address}#view=head&layer=3&heads=5&off=99-99,</script>")
    one.page.wait_for_selector(".hs-token")
    assert one.page.locator("h2").inner_text() == "bert-8x8" and one.page.locator(".hs-off").count() == 0
    assert all(error.startswith("Failed to load resource") for error in one.errors), one.errors
    one.errors.clear()


def test_another_model_can_be_chosen(live: Any, server: Server) -> None:
    page = live.page
    menu = page.get_by_label("Model", exact=True)
    assert menu.locator("option").all_inner_texts() == ["bert-8x8", "gpt-8x8", "somebody/other"]
    assert page.locator("h2").inner_text() == "bert-8x8"
    menu.select_option(label="somebody/other")
    page.locator("h2", has_text="somebody/other").wait_for()
    assert tokens(page) == FIRST
    live.settle()
    assert page.locator(".hs-standings").is_hidden(), "the run is of the other model"


def test_a_hostile_text_is_shown_and_does_nothing(live: Any) -> None:
    page = live.page
    page.get_by_label("Text", exact=True).fill(HOSTILE)
    page.locator(".hs-left bdi", has_text="script").first.wait_for()
    live.settle()
    assert {"<", ">", "script"} <= set(tokens(page))
    assert page.locator("img").count() == 0
    assert page.title() == "headscope"


def test_what_is_refused_is_said_and_the_last_view_stays(live: Any) -> None:
    page = live.page
    text = page.get_by_label("Text", exact=True)
    text.fill("tomato " * 100)
    wrong(live, "The text has 102 tokens, and this server shows at most 64. Give a shorter one")
    assert tokens(page) == FIRST
    assert page.locator(".headscope-stale .headscope-view").count() == 1, "what is below is of an earlier text"
    text.fill("   ")
    wrong(live, "The text is empty: expected at least one word.")
    type_text(live, "Old kings.", "[CLS]", "old", "kings", ".", "[SEP]")
    assert page.locator("output.wrong").count() == 0
    assert page.locator(".headscope-stale").count() == 0


def test_what_was_typed_outlives_a_reload(live: Any) -> None:
    page = live.page
    type_text(live, "Old kings.", "[CLS]", "old", "kings", ".", "[SEP]")
    page.reload()
    page.wait_for_selector(".hs-token")
    assert page.get_by_label("Text", exact=True).input_value() == "Old kings."
    assert tokens(page) == ["[CLS]", "old", "kings", ".", "[SEP]"]
    # Also what could not be shown.
    page.get_by_label("Text", exact=True).fill("tomato " * 100)
    wrong(live, "at most 64")
    page.reload()
    wrong(live, "at most 64")
    assert page.get_by_label("Text", exact=True).input_value() == "tomato " * 100


def test_the_server_stops_and_the_page_says_so(live: Any, server: Server) -> None:
    server.stop()
    live.page.get_by_label("Text", exact=True).fill("Is anybody there?")
    wrong(live, "The server can't be reached. Is it still running?")
    assert tokens(live.page) == FIRST


def test_a_name_that_somebody_pointed_at_this_machine_is_refused(reader: Any, server: Server) -> None:
    """DNS rebinding: the browser believes that rebound.example is 127.0.0.1 (see the browser's arguments)."""
    one = reader()
    one.origin = f"http://rebound.example:{server.port}/"
    answer = one.page.goto(one.origin)
    assert answer.status == 403
    assert "answers to 127.0.0.1" in one.page.inner_text("body")
    assert server.models.asked == 0
    one.errors.clear()


def test_another_page_can_neither_ask_nor_frame(reader: Any, server: Server, tmp_path: Path) -> None:
    """Cross-site requests, with a script, with a form, in a frame: the model is never asked."""
    one = reader()
    page, target = one.page, server.address
    path = tmp_path / "evil.html"
    path.write_text(
        f'<form method="post" enctype="text/plain" action="{target}attend"><button name=\'{{"text":"a"}}\'>go</button></form>'
    )
    page.goto(path.as_uri())
    ask = """async ([address, kind, mode]) => {
      const body = JSON.stringify({ text: "a" });
      try {
        const response = await fetch(address, { method: "POST", body, mode, headers: { "content-type": kind } });
        return response.type;
      } catch (error) {
        return error.name;
      }
    }"""
    assert page.evaluate(ask, [f"{target}attend", "application/json", "cors"]) == "TypeError"
    assert page.evaluate(ask, [f"{target}attend", "text/plain", "no-cors"]) == "TypeError"
    frame = """(src) => new Promise((loaded) => {
      document.body.append(Object.assign(document.createElement("iframe"), { src, onload: loaded }));
    })"""  # of a page that refuses, the browser loads its own instead
    page.evaluate(frame, target)
    assert [frame for frame in page.frames if frame.url.startswith(target) and frame.locator("form").count()] == []
    page.get_by_role("button", name="go").click()
    page.wait_for_url(f"{target}attend")
    assert "Requests from other pages are not answered" in page.inner_text("body")
    assert server.models.asked == 0
    one.errors.clear()
    one.requests.clear()


def test_slow_clients_do_not_hold_the_page_up(live: Any, server: Server) -> None:
    head = f"POST /attend HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    try:
        for at, one in enumerate(slow):
            one.sendall(head.encode()[: 40 if at % 2 else None])  # some have not even said what they want
        type_text(live, "Old kings.", "[CLS]", "old", "kings", ".", "[SEP]")
    finally:
        for one in slow:
            one.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_narrow_screen(reader: Any, server: Server, scheme: str) -> None:
    one = reader(viewport={"width": 400, "height": 800}, color_scheme=scheme)
    one.origin = server.address
    one.page.goto(server.address)
    one.page.wait_for_selector(".hs-token")
    assert one.wide() == 0
    background = one.page.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor")
    assert background == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(17, 19, 22)")
    focus = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    stops = []
    for _ in range(4):
        one.page.keyboard.press("Tab")
        stops.append(one.page.evaluate(focus))
        assert one.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert stops == ["Text", "Second text, if any", "Model", "Show"]
