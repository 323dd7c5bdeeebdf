"""The page of many runs in a real browser: the film, the lines, one head, and what a large story asks of the machine."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

_SPEC = importlib.util.spec_from_file_location("planted_runs", Path(__file__).parent.parent / "planted_runs.py")
assert _SPEC is not None and _SPEC.loader is not None
planted = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(planted)


@pytest.fixture(scope="module")
def address(tmp_path_factory: Any) -> str:
    """Two seeds of the planted history, in which heads change places."""
    from headscope.api.track import track
    from headscope.report.track_page import check_output, write_output

    runs = []
    for seed in (0, 1):
        for run in planted.planted_history(seed=seed, late=seed):
            run.manifest.model["name"] = f"seed-{seed}-{run.manifest.model['name']}"
            runs.append(run)
    path = tmp_path_factory.mktemp("page") / "track.html"
    write_output(track(runs, progress=False), check_output(path))
    return str(path.as_uri())


def signs(page: Any) -> list[str]:
    return list(page.locator(".map .written text").all_text_contents())


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_tells(opened: Callable[..., Any], width: int, scheme: str) -> None:
    page = opened(width, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert page.locator("h1").inner_text() == "6 heads over 7 training steps, 2 seeds"
    assert "In both seeds a head becomes an induction head" in page.locator(".findings").inner_text()
    ground = page.evaluate("getComputedStyle(document.querySelector('.labels .ground')).fill")
    assert ground == page.evaluate("getComputedStyle(document.body).backgroundColor"), "the numbers of heads can be read"


def test_everybody_can_read_it(opened: Callable[..., Any], axe: Callable[[Any], list[Any]]) -> None:
    page = opened(fragment="#head=2-3")
    assert axe(page) == []


def test_the_film_is_scrubbed_and_the_link_keeps_it(opened: Callable[..., Any]) -> None:
    page = opened()
    assert signs(page)[5] == "»"
    page.locator("#film-run").fill("0")
    assert "»" not in signs(page) and page.locator(".frame-name").inner_text() == "step 0"
    again = opened(fragment=page.evaluate("location.hash"))
    assert again.locator(".frame-name").inner_text() == "step 0" and signs(again) == signs(page)
    again.get_by_role("button", name="Play").click()
    again.locator(".frame-name", has_text="step 64").wait_for()


def test_lines_follow_the_choice_and_a_head_opens(opened: Callable[..., Any]) -> None:
    page = opened()
    assert page.locator(".lines .line.own").count() == 6 and page.locator(".lines .line.other").count() == 6
    page.locator("#colour-by").select_option("sink.all")
    assert page.locator(".lines h2").inner_text().startswith("Every head: attends to the first token")
    page.locator(".map .cell").nth(5).click()
    panel = page.locator(".panel").inner_text()
    assert "Head 2-3, seed 0" in panel and "induction head at step 512; rises at step 512" in panel
    page.keyboard.press("Escape")
    assert not page.locator(".panel").is_visible()


@pytest.mark.slow
def test_twenty_runs_of_144_heads_open_in_two_seconds(browser: Any, made_run: Any, tmp_path: Path) -> None:
    """Processor time of the page's thread from the first byte until all is drawn."""
    from headscope.api.track import track
    from headscope.report.track_page import check_output, write_output

    run = made_run(pairs=False, words=5, relations=46)  # as many scores as a report of the bundled models has
    chance = np.random.default_rng(1)
    story = track([run, run], by="given", progress=False)
    [history] = story.histories
    assert len(history.courses) >= 218
    for course in history.courses:  # twenty runs of the same shape, in which lines rise, at the cost of two
        grown = np.linspace(0.3, 1.0, 20)[:, None, None] * chance.uniform(0.98, 1.02, (20, *course.value.shape[1:]))
        for name in ("value", "low", "high", "baseline"):
            rises = 1.0 if name == "baseline" else grown
            object.__setattr__(course, name, np.repeat(getattr(course, name), 10, 0) * rises)
    runs = tuple(str(number) for number in range(20))
    object.__setattr__(history, "labels", runs)
    object.__setattr__(history, "behaviours", history.behaviours * 10)
    path = tmp_path / "large.html"
    write_output(story, check_output(path))
    assert path.stat().st_size < 8_000_000 and len(story.onsets) > 100
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(path.as_uri())
    page.wait_for_selector(".lines .line.own")
    page.evaluate("() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")
    spent = next(one["value"] for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration")
    context.close()
    assert 0 < spent < 2
