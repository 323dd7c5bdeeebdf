"""The views, live, for the person at this machine: a page, a menu of models on disk, and `POST /attend`.

It listens on 127.0.0.1 alone, serves one page, which it holds in memory, runs one forward pass at a time, and forgets every
text. Who may ask is decided by `guard`; needs the extra `serve` (starlette and uvicorn).
"""

import asyncio
import json
import logging
import socket
import struct
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from headscope.errors import HeadscopeError
from headscope.views.attend import attend, count_tokens
from headscope.views.payload import KINDS, LONGEST_VECTORS, payload
from headscope.views.server.guard import Application, Guard, Refusal, read_json
from headscope.views.server.known_models import Models
from headscope.views.server.page import render
from headscope.views.server.turns import OncePerMinute, Shared, Turns, Worker

Parts: TypeAlias = dict[str, Any]  # what `run_parts` says of a run

HOST = "127.0.0.1"
MOST_TOKENS = 512
HEAD_SECONDS, LIFE_SECONDS = 10.0, 180.0  # until a request has begun; of a connection
CONNECTIONS = 512  # when there are more, the one is let go that has been idle longest
CLIENT = "x-headscope-client"  # what a tab calls itself
MOST_OFF, LONGEST_NAME = 4096, 40  # heads that a request may switch off; characters of a head's name
GONE = (499, "The client has gone.")
_NEEDS = "headscope serve needs the packages starlette and uvicorn: pip install 'headscope[serve]'."


@dataclass(frozen=True)
class Served:
    """What a server shows: texts of at most so many tokens, what `run_parts` says of the first model's heads, and what maps are made of
    at first, where the model allows it."""

    most_tokens: int = MOST_TOKENS
    run: Parts | None = None
    weights: str = "raw"
    without: tuple[str, ...] = ()  # heads of the first model that are off at first


def application(models: Models, hosts: list[str], served: Served = Served()) -> Application:
    """The server as an ASGI application that answers to these hosts."""
    try:
        from starlette.requests import ClientDisconnect, Request
        from starlette.responses import JSONResponse, Response
        from starlette.routing import Route, Router
    except ModuleNotFoundError:
        raise HeadscopeError(_NEEDS) from None

    turns, shared, worker = Turns(), Shared(), Worker()
    page, policy = render()

    async def front(request: Request) -> Response:
        return Response(page, media_type="text/html")

    async def menu(request: Request) -> Response:
        return JSONResponse({"models": await asyncio.to_thread(models.names), "without": list(served.without)})

    async def show(request: Request) -> Response:
        try:
            asked = _asked(await read_json(request.headers, request.stream()), models.first)
        except ClientDisconnect:
            raise Refusal(*GONE) from None
        client = request.headers.get(CLIENT, "")[:64] or (request.client.host if request.client else "")

        async def make(waiting: list[Request]) -> bytes:
            async with turns.turn(client):
                if all([await one.is_disconnected() for one in waiting]):
                    raise Refusal(*GONE)
                try:
                    return await worker.do(partial(_attend, models, served, **asked))
                except HeadscopeError as error:
                    raise Refusal(422, str(error)) from None

        made = await shared.get(json.dumps(asked, sort_keys=True), request, make)
        return Response(made, media_type="application/octet-stream")

    routes = [Route("/", front), Route("/models", menu), Route("/attend", show, methods=["POST"])]
    return Guard(Router(routes), hosts, policy)  # not Starlette itself, which answers a Refusal with 500


def _asked(body: dict[str, Any], first: str) -> dict[str, Any]:
    """What a request asks for, checked."""
    given = {
        "model": body.get("model", first),
        "text": body.get("text"),
        "second": body.get("second"),
        "kind": body.get("kind", "head"),
    }
    for name, value in given.items():
        if not isinstance(value, str) and not (name == "second" and value is None):
            raise Refusal(400, f"Expected a string under '{name}'.")
    off = body.get("without", [])
    if (
        not isinstance(off, list)
        or len(off) > MOST_OFF
        or not all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in off)
    ):
        raise Refusal(400, f"Expected under 'without' a list of at most {MOST_OFF:,} heads, as in 7-7.")
    if given["kind"] not in KINDS:
        raise Refusal(400, f"There is no view named '{str(given['kind'])[:40]}': expected {', '.join(KINDS)}.")
    return {**given, "off": dict.fromkeys(off, 0)}


def _attend(models: Models, served: Served, model: str, text: str, second: str | None, kind: Any, off: dict[str, int]) -> bytes:
    """The answer: how long meta is, meta, data."""
    chosen, most = models[model], served.most_tokens
    tokens = count_tokens(chosen, text, second)
    longest = chosen.encoder.longest
    if longest is not None and longest <= most and tokens > longest:
        raise HeadscopeError(
            f"The text has {tokens:,} tokens, and '{chosen.name}' reads at most {longest:,}. Give a shorter one."
        )
    if tokens > most:
        raise HeadscopeError(
            f"The text has {tokens:,} tokens, and this server shows at most {most:,}. Give a shorter one, or start it with "
            "--max-length and a larger number."
        )
    parts: Parts = (served.run or {}) if model == models.first else {}
    weights = "raw" if served.weights == "norm" and chosen.values.reason else served.weights
    shown = chosen.gated(off) if off else chosen
    made = payload(
        attend(shown, text, second, vectors=tokens <= LONGEST_VECTORS, weights=weights, predicts=True), kind, **parts
    )
    meta = json.dumps(made.meta, allow_nan=False, separators=(",", ":")).encode()
    return struct.pack("<I", len(meta)) + meta + made.data


def listen(port: int) -> socket.socket:
    """A socket on 127.0.0.1 that takes connections already; port 0 takes any that is free."""
    if not 0 <= port <= 65535:
        raise HeadscopeError(f"{port} is not a port: expected 1 to 65535, or 0 for any that is free.")
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
        found.listen(CONNECTIONS)
    except OSError as error:
        found.close()
        raise HeadscopeError(
            f"Port {port} can't be used: {error.strerror or error}. Choose another with --port, or --port 0."
        ) from None
    return found


def hosts_of(port: int) -> list[str]:
    """What a browser calls a server on this port."""
    names = [f"{HOST}:{port}", f"localhost:{port}"]
    return [*names, HOST, "localhost"] if port == 80 else names


def make_server(models: Models, listening: socket.socket, served: Served = Served()) -> Any:
    """A uvicorn server for this socket; its `run(sockets=[listening])` serves until `should_exit`."""
    try:
        import uvicorn
    except ModuleNotFoundError:
        raise HeadscopeError(_NEEDS) from None
    from headscope.views.server.patience import ImpatientProtocol

    port = listening.getsockname()[1]
    config = uvicorn.Config(
        application(models, hosts_of(port), served),
        http=ImpatientProtocol,
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=1,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 * 1024,
    )
    logger = logging.getLogger("uvicorn.error")
    for known in [one for one in logger.filters if isinstance(one, OncePerMinute)]:
        logger.removeFilter(known)
    logger.addFilter(OncePerMinute())
    return uvicorn.Server(config)


def serve(server: Any, listening: socket.socket) -> None:
    """Serves until Ctrl-C."""
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # uvicorn has shut down by then, and passes the signal on
    finally:
        listening.close()
