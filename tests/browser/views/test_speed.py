"""How large the pages are and how long they take; the numbers are printed."""

import time
from typing import Any

import pytest

from headscope.views.page import render

TRIALS = 5  # at most, until one is fast enough: another process may have had the machine

# Points at one token after the other down the left column; each is drawn in the next frame.
POINT = """async (count) => {
  const tokens = [...document.querySelectorAll(".hs-left .hs-token")].slice(0, 30);
  for (let at = 0; at < count; at++) {
    tokens[at % 30].dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    await new Promise((next) => requestAnimationFrame(next));
  }
}"""


def redraw(one: Any) -> float:
    """Seconds of processor time that a redraw takes while pointing, which other processes do not change much; the best of some trials."""
    session = one.context.new_cdp_session(one.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        return {item["name"]: item["value"] for item in session.send("Performance.getMetrics")["metrics"]}["TaskDuration"]

    best = float("inf")
    for _ in range(TRIALS):
        began = spent()
        one.page.evaluate(POINT, 30)
        best = min(best, (spent() - began) / 30)
        if best < 1 / 30:
            break
    session.detach()
    return best


@pytest.mark.parametrize(
    ("layers", "heads", "length", "view", "megabytes", "seconds"),
    [
        (12, 12, 128, "head", 2.5, 2.0),
        (12, 12, 128, "model", 2.5, 2.0),
        (24, 16, 128, "model", 7.0, 2.0),
        (12, 12, 512, "head", 30.0, 2.0),
        (1, 12, 2048, "head", 30.0, 8.0),
    ],
)
def test_pages_are_small_and_open_soon(
    reader: Any,
    made: Any,
    long_tokens: Any,
    capsys: Any,
    layers: int,
    heads: int,
    length: int,
    view: str,
    megabytes: float,
    seconds: float,
) -> None:
    one = reader()
    path = one.folder / "view.html"
    path.write_text(render(made(layers, heads).add("encoder", long_tokens(length)).payload()), encoding="utf-8")
    size = path.stat().st_size / 1e6
    ready = drawn = float("inf")
    for _ in range(TRIALS):
        one.page.goto("about:blank")
        began = time.perf_counter()
        one.page.goto(f"{path.as_uri()}#view={view}")
        one.page.wait_for_selector(".hs-token, .hs-cell")
        ready = min(ready, time.perf_counter() - began)
        one.settle()
        drawn = min(drawn, time.perf_counter() - began)
        if ready < 2 * seconds:
            break
    with capsys.disabled():
        print(
            f"\n{layers} × {heads} heads, {length} tokens, {view} view: {size:.2f} MB, ready {ready:.2f} s, drawn {drawn:.2f} s"
        )
    assert size <= megabytes
    # A busy machine gets twice the time, and more than one trial; the benchmark holds it to the limit.
    assert ready < 2 * seconds


def test_pointing_is_smooth_with_all_heads_on(reader: Any, made: Any, long_tokens: Any, capsys: Any) -> None:
    one = reader()
    one.open(made(1, 12).add("encoder", long_tokens(128)))
    best = redraw(one)
    with capsys.disabled():
        print(f"\n12 heads, 128 tokens: {1000 * best:.1f} ms of processor a redraw")
    assert 0 < best < 1 / 30


@pytest.mark.parametrize("heads", ["1", "all"])
def test_512_tokens_are_redrawn_thirty_times_a_second(
    reader: Any, made: Any, long_tokens: Any, capsys: Any, heads: str
) -> None:
    one = reader()
    one.open(made(1, 12).add("encoder", long_tokens(512)), f"#heads={heads}")
    best = redraw(one)
    with capsys.disabled():
        print(f"\n512 tokens, heads {heads}: {1000 * best:.1f} ms of processor a redraw")
    # A busy machine has a cold cache: half as much again.
    assert 0 < best < 1.5 / 30
