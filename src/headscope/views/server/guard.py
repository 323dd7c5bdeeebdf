"""What stands between the network and the server: who may ask, how much, how slowly, and what every answer carries.

The server is one person's, on their own machine, but any page that this person opens can send requests to it, and any name can be made to
point to 127.0.0.1. So a request must name the server by its own address (Host), and one that comes from a page must come from the
server's own (Origin, Sec-Fetch-Site). Nothing here knows about attention.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from typing import Any

MOST_BODY = 64 * 1024  # bytes
BODY_SECONDS = 10.0

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "connection": "close",  # one request a connection: what a slow client can hold is one connection, and not for long
}


class Refusal(Exception):
    """An answer that is no: its status, and a sentence; where it may be yes later, after how many seconds to ask again."""

    def __init__(self, status: int, sentence: str, *, retry: int | None = None) -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.retry = status, sentence, retry


class Guard:
    """An application behind its checks; what goes wrong inside becomes a sentence, and its traceback stays on this side."""

    def __init__(self, inner: Application, hosts: Iterable[str], policy: str) -> None:
        self.inner = inner
        self.headers = {"content-security-policy": policy} | HEADERS
        self.hosts = frozenset(hosts)
        self.origins = frozenset(f"http://{host}" for host in self.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"this server speaks http alone, not {scope['type']}")
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = [(name.encode(), value.encode()) for name, value in self.headers.items()]
                others = [pair for pair in message.get("headers", []) if pair[0].decode("latin-1").lower() not in self.headers]
                message = {**message, "headers": [*others, *own]}
            await send(message)

        try:
            self._check(scope)
            await self.inner(scope, receive, sending)
        except Refusal as refusal:
            await answer(sending, refusal.status, {"error": refusal.sentence}, refusal.retry)
        except asyncio.CancelledError:  # the server stops, and waits for no text that is being read
            if not begun:
                await answer(sending, 503, {"error": "The server has stopped."})
        except Exception:  # a defect of ours: whoever started the server sees it, whoever asked does not
            logging.getLogger("uvicorn.error").exception("a request failed")
            if not begun:
                await answer(sending, 500, {"error": "Something went wrong in headscope; its terminal says what."})

    def _check(self, scope: Scope) -> None:
        found: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        hosts, origins = found.get("host", []), found.get("origin", [])
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            raise Refusal(403, f"This server answers to {' and '.join(sorted(self.hosts))} only.")
        if any(origin.lower() not in self.origins for origin in origins):
            raise Refusal(403, "Requests from other pages are not answered.")
        if "websocket" in (name.strip().lower() for value in found.get("upgrade", []) for name in value.split(",")):
            raise Refusal(400, "This server speaks plain HTTP: it opens no WebSocket.")
        if scope["method"] not in ("GET", "HEAD") and found.get("sec-fetch-site", ["same-origin"]) != ["same-origin"]:
            raise Refusal(403, "Requests from other pages are not answered.")


async def answer(send: Send, status: int, content: dict[str, str], retry: int | None = None) -> None:
    body = json.dumps(content).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [] if retry is None else [(b"retry-after", str(retry).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def read_json(headers: Any, pieces: AsyncIterator[bytes]) -> dict[str, Any]:
    """The body of a request as an object; raises where it is too large, too slow, or something else.

    Only `application/json` is taken: a form of a foreign page can't send that, and its script only after asking.
    """
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(415, f"Expected application/json, got '{kind or 'nothing'}'.")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await _read(pieces)
    except TimeoutError:
        raise Refusal(408, f"The request was not here within {BODY_SECONDS:g} seconds.") from None
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Refusal(400, "The request is not valid JSON.") from None
    if not isinstance(found, dict):
        raise Refusal(400, "The request must be a JSON object.")
    return found


async def _read(pieces: AsyncIterator[bytes]) -> bytes:
    body, size = bytearray(), 0
    async for piece in pieces:
        size += len(piece)
        if size <= MOST_BODY:
            body += piece
        elif size > 16 * MOST_BODY:
            break  # up to here it is read to its end, so that a client that sends before it listens hears the answer
    if size > MOST_BODY:
        raise Refusal(413, f"The request is too large: at most {MOST_BODY // 1024} KiB.")
    return bytes(body)
