"""Who is next: one text at a time, the others in a row that has an end, taken from all who wait in turn; the same text once for all.

A client is who says that it is one (a tab of the page sends a name that it made up), or else everybody at one address. When the row is
full, a newcomer takes the place of the last one of whoever has the most in it, so that nobody fills it alone.
"""

import asyncio
import logging
import math
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from queue import SimpleQueue
from typing import Any

from headscope.views.server.guard import Refusal

WAIT_SECONDS = 60.0
WAITING = 256  # requests that may wait for their turn


class Turns:
    """The row."""

    def __init__(self, waiting: int = WAITING, seconds: float = WAIT_SECONDS) -> None:
        self.most, self.seconds = waiting, seconds
        self._busy = False
        self._rows: dict[str, deque[asyncio.Future[None]]] = {}  # by client, the one whose turn is next first
        self._pace = 0.2  # seconds that a text takes

    @property
    def waiting(self) -> int:
        return sum(map(len, self._rows.values()))

    @asynccontextmanager
    async def turn(self, client: str = "") -> AsyncIterator[None]:
        if self._busy:
            await self._wait(client)
        self._busy = True
        began = time.monotonic()
        try:
            yield
        finally:
            self._pace += (time.monotonic() - began - self._pace) / 8
            self._next()

    async def _wait(self, client: str) -> None:
        if self.waiting >= self.most:
            self._make_room(client)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rows.setdefault(client, deque()).append(mine)
        try:
            async with asyncio.timeout(self.seconds):
                await mine
        except BaseException as error:
            if mine.done() and not mine.cancelled() and mine.exception() is None:
                self._next()  # it was given its turn, and can't take it
            if isinstance(error, TimeoutError):
                raise self._refusal("The model is busy with other texts.") from None
            raise
        finally:
            row = self._rows.get(client, deque())
            with suppress(ValueError):
                row.remove(mine)
            if not row:
                self._rows.pop(client, None)

    def _make_room(self, client: str) -> None:
        """Sends away the last of whoever has the most in the row; raises where that is the newcomer itself."""
        longest = max(self._rows, key=lambda one: len(self._rows[one]))
        refusal = self._refusal(f"Too many texts at once: {self.waiting} are waiting.")
        if len(self._rows[longest]) <= len(self._rows.get(client, ())) + 1:
            raise refusal
        self._rows[longest].pop().set_exception(refusal)

    def _refusal(self, sentence: str) -> Refusal:
        logging.getLogger("uvicorn.error").warning("a request was refused: too many at once")
        return Refusal(503, f"{sentence} Try again in a moment.", retry=max(1, math.ceil(self.waiting * self._pace)))

    def _next(self) -> None:
        """Hands the turn to the first of the client that is next, which then goes to the end."""
        self._busy = False
        for client in list(self._rows):
            row = self._rows.pop(client)
            while row:
                first = row.popleft()
                if not first.done():
                    if row:
                        self._rows[client] = row
                    self._busy = True
                    first.set_result(None)
                    return


class Shared:
    """Work that several ask for at once is done once."""

    def __init__(self) -> None:
        self._running: dict[str, tuple[asyncio.Task[bytes], list[Any]]] = {}

    async def get(self, key: str, request: Any, make: Callable[[list[Any]], Awaitable[bytes]]) -> bytes:
        """What `make` makes; it is told of all requests that wait for the same, also of those that come later."""
        if key not in self._running:
            requests: list[Any] = []
            task = asyncio.ensure_future(make(requests))
            task.add_done_callback(lambda done: (self._running.pop(key, None), done.cancelled() or done.exception()))
            self._running[key] = (task, requests)
        task, requests = self._running[key]
        requests.append(request)
        return await asyncio.shield(task)


class Worker:
    """One thread for forward passes, which nobody waits for when the server stops: a text that takes long must not hold it."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    async def do(self, work: Callable[[], bytes]) -> bytes:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()

        def settle(give: Callable[[Any], None], value: Any) -> None:
            if not answer.done():
                give(value)

        def run() -> None:
            try:
                give, value = answer.set_result, work()
            except BaseException as error:
                give, value = answer.set_exception, error  # type: ignore[assignment]
            with suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(settle, give, value)

        if self._thread is None:
            self._thread = threading.Thread(target=self._work, daemon=True, name="headscope-forward")
            self._thread.start()
        self._tasks.put(run)
        return await answer

    def _work(self) -> None:
        while True:
            self._tasks.get()()


class OncePerMinute(logging.Filter):
    """Lets a warning through once a minute, with how many there were: whoever knocks ten thousand times fills no terminal."""

    def __init__(self, seconds: float = 60.0) -> None:
        super().__init__()
        self.seconds = seconds
        self._said: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        last, more = self._said.get(str(record.msg), (-math.inf, 0))
        if time.monotonic() - last < self.seconds:
            self._said[str(record.msg)] = (last, more + 1)
            return False
        self._said[str(record.msg)] = (time.monotonic(), 0)
        if more:
            record.msg = f"{record.msg} ({more:,} more like it since the last line)"
        return True
