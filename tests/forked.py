"""Processes that run headscope without the seconds in which Python imports torch: each is forked from a server that has imported all
of headscope, compiled its kernels, and computed nothing.

Such a process has its own arguments, folder, environment, standard files, signals and exit status, as `python -m headscope` or
`python -c` has; only the start of Python is left out. Tests load this file by its path and use `Server`; the server is this file as
a script.
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn


class Forked:
    """A process that the server forked, with what the tests need of subprocess.Popen."""

    def __init__(self, line: socket.socket, arguments: Sequence[str], pid: int) -> None:
        self.line, self.args, self.pid = line, arguments, pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.line.settimeout(0)
            try:
                self._end()
            except BlockingIOError:
                return None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self.line.settimeout(timeout)
            try:
                self._end()
            except TimeoutError:
                os.kill(self.pid, signal.SIGKILL)
                self.line.settimeout(None)
                self._end()
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        assert self.returncode is None
        os.kill(self.pid, number)

    def _end(self) -> None:
        self.returncode = _said(self.line)["status"]


class Server:
    """Forks one process at a time, each from the same clean state."""

    def __init__(self) -> None:
        self.last: Forked | None = None
        self.line, other = socket.socketpair()
        command = [sys.executable, __file__, str(other.fileno())]
        self.process = subprocess.Popen(command, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL)
        other.close()

    def start(
        self, arguments: Sequence[str], files: Sequence[IO[Any]], cwd: Any = None, env: Any = None, code: str = ""
    ) -> Forked:
        """`headscope` with these arguments, or Python with this `code`; `files` are its standard input, output and error. One that a
        test left running is ended first."""
        if self.last is not None and self.last.poll() is None:
            self.last.send_signal(signal.SIGKILL)
            self.last.wait()
        request = {"arguments": list(arguments), "code": code, "cwd": str(cwd or Path.cwd())}
        request["env"] = dict(os.environ if env is None else env)
        self.line.settimeout(None)
        socket.send_fds(self.line, [json.dumps(request).encode() + b"\n"], [file.fileno() for file in files])
        self.last = Forked(self.line, ["headscope", *arguments], _said(self.line)["pid"])
        return self.last

    def close(self) -> None:
        self.line.close()
        self.process.wait()


def _said(line: socket.socket) -> Any:
    """One object, which the other side sent in one piece."""
    data = line.recv(1000)
    assert data, "the server has died"
    return json.loads(data)


def _serve(line: socket.socket) -> None:
    while True:
        data, files, _, _ = socket.recv_fds(line, 1_000_000, 3)
        while data and not data.endswith(b"\n"):
            data += line.recv(1_000_000)
        if not data:
            return
        child = os.fork()
        if child == 0:
            line.close()
            _become(json.loads(data), files)
        for file in files:
            os.close(file)
        line.send(json.dumps({"pid": child}).encode())
        _, status = os.waitpid(child, 0)
        line.send(json.dumps({"status": os.waitstatus_to_exitcode(status)}).encode())


def _become(request: dict[str, Any], files: Sequence[int]) -> NoReturn:
    """In the new process: all that makes it one of its own, then headscope."""
    for standard, file in enumerate(files):
        os.dup2(file, standard)
        os.close(file)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["-c" if request["code"] else "headscope", *request["arguments"]]
    from headscope.cli import main

    status: Any = 1
    try:
        status = exec(request["code"], {"__name__": "__main__"}) if request["code"] else main()
    except SystemExit as stop:
        status = stop.code
    except BaseException:
        traceback.print_exc()
    # As Python ends, but for taking apart the modules, which takes a second.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(0 if status is None else status if isinstance(status, int) else 1)


def _import_everything() -> None:
    import headscope

    for module in pkgutil.walk_packages(headscope.__path__, "headscope."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    from transformers import AutoModel, AutoTokenizer, BertModel  # noqa: F401  (transformers imports a model on demand)

    from headscope import compiler
    from headscope.measures.kernels import compiled as divergence
    from headscope.models.fused import compiled as attention

    with suppress(RuntimeError):  # without a compiler each process says so itself
        compiler.compiled(divergence.SOURCE, divergence.NUMBERS)
        compiler.compiled(attention.SOURCE)


if __name__ == "__main__":
    _import_everything()
    gc.freeze()  # what is imported is not looked through again in each process
    _serve(socket.socket(fileno=int(sys.argv[1])))
