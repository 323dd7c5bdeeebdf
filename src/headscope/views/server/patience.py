"""uvicorn's HTTP, with an end to its patience: a client that does not ask, does not finish asking, or does not listen is hung up on.

uvicorn itself waits for a request's head, and for the reader of an answer, as long as they like.
"""

import asyncio
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from headscope.views.server import server as serve


class ImpatientProtocol(H11Protocol):
    """One connection; `guard` sees to it that it is for one request."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._timers: list[asyncio.TimerHandle] = []
        self.since = time.monotonic()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > serve.CONNECTIONS:
            self._let_go_of_some()
        self._timers = [
            self.loop.call_later(serve.HEAD_SECONDS, self._begun_or_hang_up),
            self.loop.call_later(serve.LIFE_SECONDS, transport.abort),
        ]

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in self._timers:
            timer.cancel()
        super().connection_lost(exc)

    def _let_go_of_some(self) -> None:
        """Hangs up on whoever has been silent longest, so that silence shuts nobody out; on this one, where all are busy."""
        there = [one for one in self.connections if isinstance(one, ImpatientProtocol) and not one.transport.is_closing()]
        idle = sorted((one for one in there if one.silent and one is not self), key=lambda one: one.since)
        for one in (*idle, self)[: max(0, len(there) - serve.CONNECTIONS)]:
            one.transport.abort()

    def _should_upgrade(self) -> bool:
        """Never. uvicorn would also tell whoever started the server which packages to install for WebSockets; `guard` answers."""
        return False

    @property
    def silent(self) -> bool:
        """Whether no request has arrived whole, up to its body."""
        begun: object = self.cycle
        return begun is None

    def _begun_or_hang_up(self) -> None:
        if self.silent:
            self.transport.abort()
