"""headscope serve, in a process of its own: it says where it is, answers, and stops when told to."""

import http.client
import json
import os
import re
import signal
import socket
import struct
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "terminate"])
def stop(request) -> signal.Signals:
    return request.param


@pytest.mark.slow
def test_it_starts_answers_and_stops(server, stop, tmp_path):
    said, written = os.pipe()
    with Path(os.devnull).open() as nothing, os.fdopen(written, "w") as output, (tmp_path / "errors.txt").open("w") as errors:
        process = server.start(["serve", "--port", "0"], [nothing, output, errors])
    try:
        with os.fdopen(said) as lines:
            address = lines.readline().strip()
        port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", address)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=240)
        body = json.dumps({"text": "Old kings."})
        connection.request("POST", "/attend", body, {"content-type": "application/json"})
        answer = connection.getresponse()
        data = answer.read()
        assert answer.status == 200, data
        length = struct.unpack("<I", data[:4])[0]
        assert json.loads(data[4 : 4 + length])["title"] == "bert-8x8"
        process.send_signal(stop)
        process.wait(timeout=240)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
    errors = (tmp_path / "errors.txt").read_text()
    assert "Traceback" not in errors
    if stop == signal.SIGINT:
        assert process.returncode == 0 and errors.endswith("Stopped.\n")
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=2).close()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((70000,), "70000 is not a port: expected 1 to 65535"),
        ((-1,), "-1 is not a port"),
    ],
)
def test_no_port(arguments, words):
    from headscope.errors import HeadscopeError
    from headscope.views.server.server import listen

    with pytest.raises(HeadscopeError, match=words):
        listen(*arguments)


def test_a_port_in_use_and_a_model_that_is_not_there(monkeypatch):
    from headscope.cli.serve import serve
    from headscope.errors import HeadscopeError

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(HeadscopeError, match=rf"Port {port} can't be used: .* --port 0"):
            serve(port=port)
    with pytest.raises(HeadscopeError, match=r"There is no folder './nowhere'"):
        serve(model="./nowhere", port=0)
    with pytest.raises(HeadscopeError, match="--max-length 0 is too small"):
        serve(max_length=0, port=0)


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["uvicorn", "starlette.requests"])
def test_no_address_is_said_before_the_extras_are_found(small_folder, monkeypatch, missing):
    import sys

    from headscope.api.serve import serve
    from headscope.errors import HeadscopeError

    monkeypatch.setitem(sys.modules, missing, None)
    said = []
    with pytest.raises(HeadscopeError, match=r"needs the packages starlette and uvicorn: pip install 'headscope\[serve\]'"):
        serve(str(small_folder), port=0, ready=lambda *words: said.append(words))
    assert said == []


def test_a_run_of_another_model_is_refused(tmp_path):
    from tests.made_run import made_run

    from headscope.api.serve import serve
    from headscope.errors import HeadscopeError
    from headscope.views.run_scores import check_run

    with pytest.raises(HeadscopeError, match="There is no run"):
        serve(run=tmp_path / "nowhere", port=0)
    scores = made_run(2, 2, planted=False)
    layers, heads = scores.manifest.model["stacks"]["encoder"]
    check_run("mine", {"encoder": (layers, heads)}, scores)
    with pytest.raises(HeadscopeError, match="The run is of another model"):
        check_run("mine", {"encoder": (layers + 1, heads)}, scores)
