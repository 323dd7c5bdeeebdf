"""One Chromium for all tests of pages, whose tabs are used again.

To start a process that draws, to warm it and to open a tab in it took more than half of the time in which a page opens. So contexts
are kept, one for each kind of reader, with one process each, and a tab that a test has closed is emptied and given to the next: nothing
listens to it any more, it shows nothing, and its window, theme and medium are what they are in a new one. Loaded by its path: under
importlib mode tests are not a package."""

import time
from functools import partial
from typing import Any

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP rebound.example 127.0.0.1",  # a name that somebody pointed at this machine
    "--renderer-process-limit=1",  # for each context
]
PATIENCE = 60  # seconds: a busy machine takes its time
WINDOW = {"width": 1280, "height": 720}
MEDIA = {"media": "null", "forced_colors": "null", "reduced_motion": "null"}
# In every page: what its policy forbade.
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""


class Context:
    """Playwright's context for one kind of reader, and its tabs that nobody has now."""

    def __init__(self, chromium: Any, **options: Any) -> None:
        self.real = chromium.new_context(**options)
        self.real.add_init_script(WATCH)
        self.real.new_page()  # stays, and with it the process
        self.idle: list[Any] = []
        self.heard: dict[Any, list[tuple[str, Any]]] = {}

    def take(self) -> Any:
        if self.idle:
            return self.idle.pop()
        page = self.real.new_page()
        listen, heard = page.on, self.heard.setdefault(page, [])

        def on(event: str, handler: Any) -> None:
            heard.append((event, handler))
            listen(event, handler)

        page.on = on
        page.wait_for_function = partial(_wait_for, page)
        return page

    def give_back(self, page: Any) -> None:
        if page.is_closed():
            return
        for event, handler in self.heard[page]:
            page.remove_listener(event, handler)
        self.heard[page].clear()
        page.goto("about:blank")
        page.unroute_all()
        page.mouse.move(-10, -10)
        self.idle.append(page)


def _wait_for(page: Any, expression: str, arg: Any = None) -> None:
    """Playwright's own asks again inside the page, where a content policy forbids it to read an expression: then it raises, unless the
    first answer was true. This one asks from outside."""
    until = time.monotonic() + PATIENCE
    while not page.evaluate(expression, arg):
        assert time.monotonic() < until, f"never true: {expression}"
        page.wait_for_timeout(20)


class Tabs:
    """What a test has of a context: tabs of its own, until it closes them; all else is the context's."""

    def __init__(self, context: Context, viewport: Any, color_scheme: Any) -> None:
        self._context, self._viewport, self._scheme = context, viewport or WINDOW, color_scheme or "null"
        self.pages: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context.real, name)

    def new_page(self) -> Any:
        page = self._context.take()
        self.pages.append(page)
        page.bring_to_front()  # a tab behind another draws one frame a second, and every click waits for a frame
        page.set_default_timeout(1000 * PATIENCE)
        page.set_viewport_size(self._viewport)
        page.emulate_media(color_scheme=self._scheme, **MEDIA)
        return page

    def close(self) -> None:
        while self.pages:
            self._context.give_back(self.pages.pop())
        self._context.real.clear_cookies()


class SharedBrowser:
    """What the tests use of Playwright's Browser."""

    def __init__(self, chromium: Any) -> None:
        self.chromium = chromium
        self.contexts: dict[str, Context] = {}

    def new_context(self, viewport: Any = None, color_scheme: Any = None, **options: Any) -> Tabs:
        kind = repr(sorted(options.items()))
        if kind not in self.contexts:
            self.contexts[kind] = Context(self.chromium, **options)
        return Tabs(self.contexts[kind], viewport, color_scheme)
