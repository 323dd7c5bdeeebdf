"""Who is next: everybody in turn, nobody fills the row alone; and a log that says a thing once a minute."""

import asyncio
import logging
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from headscope.views.server.guard import Refusal
from headscope.views.server.turns import OncePerMinute, Turns, Worker

Result = TypeVar("Result")


def run_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """In a thread of its own: in this one, the browser of other tests may have a loop that runs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def run(clients: str, waiting: int = 256) -> tuple[list[str], list[str]]:
    """Everybody asks at once, in this order, while somebody else is at it: who was served, in order, and who was sent away."""
    served, refused = [], []

    async def all_of_them() -> None:
        turns = Turns(waiting)

        async def ask(client: str) -> None:
            try:
                async with turns.turn(client[0]):
                    served.append(client)
                    await asyncio.sleep(0)
            except Refusal as refusal:
                assert refusal.status == 503 and refusal.retry >= 1
                refused.append(client)

        async with turns.turn("first"):
            tasks = [asyncio.create_task(ask(f"{client}{at}")) for at, client in enumerate(clients)]
            while turns.waiting + len(refused) < len(clients):  # until all have asked
                await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert turns.waiting == 0 and not turns._rows and not turns._busy

    run_loop(all_of_them())
    return served, refused


def test_clients_take_turns_whoever_has_asked_most():
    assert run("aaaab")[0] == ["a0", "b4", "a1", "a2", "a3"]
    assert run("abab")[0] == ["a0", "b1", "a2", "b3"]


def test_when_the_row_is_full_the_last_of_the_longest_goes():
    served, refused = run("aaaabc", waiting=4)
    assert refused == ["a3", "a2"] and served == ["a0", "b4", "c5", "a1"]
    served, refused = run("aaaaa", waiting=4)
    assert refused == ["a4"] and len(served) == 4, "nobody makes room for oneself"


def test_one_who_goes_away_while_waiting_holds_up_nobody():
    async def go() -> list[str]:
        turns, served = Turns(), []

        async def ask(name: str) -> None:
            async with turns.turn(name):
                served.append(name)

        async with turns.turn("first"):
            gone, stays = (asyncio.create_task(ask(name)) for name in ("gone", "stays"))
            while turns.waiting < 2:
                await asyncio.sleep(0)
            gone.cancel()
        await asyncio.wait_for(stays, 10)
        async with turns.turn("later"):
            return served

    assert run_loop(go()) == ["stays"]


def test_one_who_has_waited_too_long_is_told_so():
    async def go() -> None:
        turns = Turns(seconds=0.01)
        async with turns.turn("a"):
            with pytest.raises(Refusal, match="busy"):
                async with turns.turn("b"):
                    pass
        async with turns.turn("c"):
            pass

    run_loop(go())


def test_work_in_a_thread_and_its_errors():
    async def go() -> bytes:
        worker = Worker()
        with pytest.raises(ZeroDivisionError):
            await worker.do(lambda: bytes(1 // 0))
        return await worker.do(lambda: b"done")

    assert run_loop(go()) == b"done"


def test_a_warning_is_said_once_a_minute_with_how_many_there_were():
    once = OncePerMinute(seconds=1000.0)
    said = [logging.LogRecord("x", logging.WARNING, "", 0, "refused", None, None) for _ in range(5)]
    assert [once.filter(record) for record in said] == [True, False, False, False, False]
    once.seconds = 0.0
    again = logging.LogRecord("x", logging.WARNING, "", 0, "refused", None, None)
    assert once.filter(again) and again.getMessage() == "refused (4 more like it since the last line)"
    assert all(once.filter(logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, None)) for _ in range(3))
