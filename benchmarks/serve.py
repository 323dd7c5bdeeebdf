"""How `headscope serve` holds up: clients that ask again as soon as they are answered, side by side, each for other texts.

    python benchmarks/serve.py [--clients 1 5 200] [--seconds 8] [--words 20] [--same]

It starts a server of the bundled model in a process of its own and prints, for each number of clients: answers a second, the median and the
99th percentile of how long an answer took, refusals (503) a second, other errors, and the server's memory at its largest so far (Linux).
A client that is refused asks again after a tenth of a second, as an impatient one would. With `--same`, all clients ask for one text.
Clients and server share this machine's processors.
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

TEXT = "the old king watered his garden while a small dog slept near two tall trees and nobody said that it was late"
WORDS = TEXT.split()
PAUSE = 0.1  # seconds after a refusal
LONGEST = 30.0  # seconds that a client waits for an answer


async def ask(port: int, text: str, client: str) -> int:
    """The status of one answer, read to its end; 0 where there is none."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = json.dumps({"text": text}).encode()
        head = (
            f"POST /attend HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"X-Headscope-Client: {client}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        async with asyncio.timeout(LONGEST):
            answer = await reader.read()
        writer.close()
        return int(answer[9:12] or 0)
    except (OSError, ValueError):  # a timeout is one of the former
        return 0


async def load(port: int, clients: int, seconds: float, words: int, same: bool) -> tuple[list[float], dict[int, int], float]:
    """How long each good answer took, all answers by status, and the seconds until the last."""
    times: list[float] = []
    statuses: dict[int, int] = {}
    began = time.monotonic()

    async def one(number: int) -> None:
        chance = random.Random(number)
        while time.monotonic() - began < seconds:
            text = " ".join(WORDS[:words] if same else chance.choices(WORDS, k=words))
            asked = time.monotonic()
            status = await ask(port, text, f"client {number}")
            statuses[status] = statuses.get(status, 0) + 1
            if status == 200:
                times.append(time.monotonic() - asked)
            else:
                await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one(number) for number in range(clients)))
    return times, statuses, time.monotonic() - began


def memory(pid: int) -> float:
    """The most that a process has held, in MB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1000 if found else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 5, 200])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--words", type=int, default=20)
    parser.add_argument("--same", action="store_true")
    asked = parser.parse_args()
    command = [sys.executable, "-m", "headscope", "serve", "--port", "0"]
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, text=True)
        try:
            measure(server, log, asked)
        finally:
            began = time.monotonic()
            server.terminate()
            server.wait(30)
            print(f"stopped in {time.monotonic() - began:.1f} s; {len(read(log).splitlines())} lines of log")


def read(log: IO[str]) -> str:
    log.seek(0)
    return log.read()


def measure(server: "subprocess.Popen[str]", log: IO[str], asked: argparse.Namespace) -> None:
    while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", read(log))):
        if server.poll() is not None:
            raise SystemExit(read(log))
        time.sleep(0.1)
    port = int(found[1])
    asyncio.run(load(port, 1, 1.0, asked.words, False))  # the first texts take longer
    print("clients   answers/s   p50 ms   p99 ms   refused/s   other errors   memory MB")
    for clients in asked.clients:
        times, statuses, took = asyncio.run(load(port, clients, asked.seconds, asked.words, asked.same))
        cut = statistics.quantiles(times, n=100) if len(times) > 1 else [float("nan")] * 99
        other = sum(number for status, number in statuses.items() if status not in (200, 503))
        print(
            f"{clients:7}{len(times) / took:12.1f}{cut[49] * 1000:9.0f}{cut[98] * 1000:9.0f}"
            f"{statuses.get(503, 0) / took:12.1f}{other:15}{memory(server.pid):12.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
