"""Attacks on the server: other people's pages, other names, too much, too slow, too many, and paths to elsewhere."""

import http.client
import json
import logging
import re
import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest

from headscope.models import Model
from headscope.pages import digest, static
from headscope.views.payload import decompress
from headscope.views.server import guard, turns
from headscope.views.server import server as serve
from headscope.views.server.known_models import Models

pytest.importorskip("uvicorn")
from headscope.views.server.patience import ImpatientProtocol

JSON = {"content-type": "application/json"}
SECONDS = 120.0  # for what takes one on an idle machine


class Server:
    """The real server on a real socket, in a thread of this process."""

    def __init__(self, models: Models, most_tokens: int = 64) -> None:
        self.listening = serve.listen(0)
        self.port = self.listening.getsockname()[1]
        with pytest.MonkeyPatch.context() as patch:
            self.turns, self.shared = turns.Turns(waiting=4), turns.Shared()
            patch.setattr(serve, "Turns", lambda: self.turns)  # its own, where a test can see who waits
            patch.setattr(serve, "Shared", lambda: self.shared)
            self.uvicorn = serve.make_server(models, self.listening, serve.Served(most_tokens))
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.listening]})
        self.thread.start()

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(SECONDS)
        self.listening.close()
        assert not self.thread.is_alive()

    @property
    def asking(self) -> int:
        """How many requests wait for texts that are being read, or wait to be."""
        return sum(len(requests) for _, requests in [*self.shared._running.values()])

    def heard(self, connection: socket.socket) -> bool:
        """Whether the head of this client's request has arrived."""
        mine = [one for one in [*self.uvicorn.server_state.connections] if one.client == connection.getsockname()]
        return any(one.cycle is not None for one in mine)

    def ask(self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def attend(self, headers: dict[str, str] | None = None, **asked):
        return self.ask("POST", "/attend", json.dumps(asked), JSON | (headers or {}))

    def send(self, raw: bytes, seconds: float = SECONDS) -> bytes:
        """Raw bytes, and all that comes back until the server hangs up."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(raw)
            found = b""
            try:
                while piece := connection.recv(65536):
                    found += piece
            except ConnectionResetError:
                pass
            return found


class SlowModels(Models):
    """The bundled model, which first waits to be let go on; counts how many are at it at once."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.gate, self.at_once, self.most, self.read = threading.Event(), 0, 0, 0
        self.gate.set()

    def __getitem__(self, name: str) -> Model:
        if name == "defect":
            raise ZeroDivisionError("secret of the house")
        self.at_once += 1
        self.read += 1
        self.most = max(self.most, self.at_once)
        self.gate.wait(SECONDS)
        self.at_once -= 1
        return super().__getitem__(name)


@pytest.fixture(scope="module")
def models(bundled) -> SlowModels:
    return SlowModels(bundled)


@pytest.fixture(scope="module")
def server(models) -> Iterator[Server]:
    made = Server(models)
    yield made
    made.stop()


def post(server: Server, length: str) -> str:
    """The head of a question; its body is still to come."""
    return f"POST /attend HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n{length}\r\n\r\n"


def sentence(body: bytes) -> str:
    return json.loads(body)["error"]


@pytest.mark.parametrize(
    "off", ["7-7", {"7-7": 0}, [7], [["7-7"]], ["7" * 41], ["7-7"] * 4097, [None]], ids=lambda off: str(off)[:20]
)
def test_heads_that_are_no_list_of_names_are_refused(server, off):
    status, _, body = server.attend(text="Old kings.", without=off)
    assert status == 400 and "Expected under 'without' a list of at most 4,096 heads" in sentence(body)


@pytest.mark.parametrize("off", ["99-99", "x", "", "0-0", "encoder/../7-7", "</script>", "-1-1", "7-7\u0000"])
def test_heads_that_are_not_there_are_refused_in_a_sentence(server, off):
    status, _, body = server.attend(text="Old kings.", without=[off])
    assert status == 422 and "Traceback" not in sentence(body)


def test_heads_that_are_off_are_off_for_one_question_alone(server):
    def asked(**options):
        body = server.attend(text="Old [MASK] sleep.", **options)[2]
        return json.loads(body[4 : 4 + struct.unpack("<I", body[:4])[0]])

    without = asked(without=["3-5", "3-5", "7-7"])
    assert without["off"] == ["3-5", "7-7"] and without["title"].endswith("without 3-5, 7-7")
    assert any(one["whole"] != one["without"] for one in without["likely"]["guesses"])
    whole = asked()
    assert whole["off"] == [] and all(one["whole"] == one["without"] for one in whole["likely"]["guesses"])


def test_an_honest_question(server):
    status, headers, body = server.attend(text="Old kings.", second="New queens.")
    assert status == 200 and headers["content-type"] == "application/octet-stream"
    length = struct.unpack("<I", body[:4])[0]
    meta = json.loads(body[4 : 4 + length])
    [stack] = meta["stacks"]
    assert stack["queries"]["texts"][:3] == ["[CLS]", "old", "kings"] and stack["vectors"]
    assert len(decompress(body[4 + length :])) == stack["vectors"]["key"]["at"] + 4 * 8 * 8 * len(stack["keys"]["texts"]) * 32
    assert json.loads(server.ask("GET", "/models")[2])["models"][:2] == ["bert-8x8", "gpt-8x8"]


@pytest.mark.parametrize("path", ["/", "/models", "/nothing", "/attend"])
def test_every_answer_is_guarded(server, path):
    status, headers, _ = server.ask("GET", path)
    assert status == {"/nothing": 404, "/attend": 405}.get(path, 200)
    for name, value in guard.HEADERS.items():
        assert headers[name] == value
    policy = headers["content-security-policy"]
    for part in (
        "default-src 'none'",
        f"script-src '{digest(static('serve.js'))}'",
        f"style-src '{digest(static('serve.css'))}'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "trusted-types 'none'",
    ):
        assert part in policy
    assert "unsafe" not in policy and "server" not in headers
    assert "access-control-allow-origin" not in headers


def test_the_page_holds_its_script_and_fetches_from_the_server_alone(server):
    _, _, body = server.ask("GET", "/")
    page = body.decode()
    assert f'<script type="module">{static("serve.js")}</script>' in page and f"<style>{static('serve.css')}</style>" in page
    assert page.count("<script") == 1 and " src=" not in page.partition("<script")[0]
    addresses = set(re.findall(r"https?://[\w.]+[\w/]*", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}, "the name of a language, not an address"
    assert "innerHTML" not in page


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""]
)
def test_another_name_for_this_machine(server, host):
    """DNS rebinding: the browser believes that evil.example is at 127.0.0.1."""
    for method, path in (("GET", "/"), ("POST", "/attend"), ("GET", "/models")):
        status, _, body = server.ask(
            method, path, b"{}" if method == "POST" else None, JSON | {"host": host.format(port=server.port)}
        )
        assert status == 403 and "answers to 127.0.0.1" in sentence(body)


def test_localhost_is_a_name_of_its_own(server):
    assert server.ask("GET", "/", headers={"host": f"LocalHost:{server.port}"})[0] == 200


def test_two_hosts_or_none(server):
    for hosts in (b"", f"Host: 127.0.0.1:{server.port}\r\nHost: 127.0.0.1:{server.port}\r\n".encode()):
        answer = server.send(b"GET / HTTP/1.1\r\n" + hosts + b"\r\n")
        assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 403"))


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:{port}"},
        {"origin": "http://127.0.0.1:{other}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_page_asks(server, headers):
    """Cross-site request forgery: a page that somebody opened sends a request here."""
    made = {name: value.format(port=server.port, other=server.port + 1) for name, value in headers.items()}
    status, answer, body = server.attend(made, text="Old kings.")
    assert status == 403 and sentence(body) == "Requests from other pages are not answered."
    assert "access-control-allow-origin" not in answer


def test_its_own_page_asks(server):
    made = {"origin": f"http://127.0.0.1:{server.port}", "sec-fetch-site": "same-origin"}
    assert server.attend(made, text="Old kings.")[0] == 200


def test_a_preflight_is_not_answered_with_yes(server):
    status, headers, _ = server.ask("OPTIONS", "/attend", headers={"access-control-request-method": "POST"})
    assert status == 405 and "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/jsonp"]
)
def test_what_a_form_can_send_is_not_taken(server, kind):
    status, _, body = server.ask("POST", "/attend", b'{"text": "a"}', {"content-type": kind})
    assert status == 415 and "Expected application/json" in sentence(body)


@pytest.mark.parametrize("size", [guard.MOST_BODY + 1, 4 * guard.MOST_BODY])
def test_a_body_that_is_too_large(server, size):
    body = b'{"text": "' + b"a" * (size - 12) + b'"}'
    status, _, said = server.ask("POST", "/attend", body, JSON)
    assert status == 413 and sentence(said) == "The request is too large: at most 64 KiB."


def test_a_body_that_never_ends(server):
    """Chunks without a length: the server hangs up after a megabyte."""
    head = post(server, "Transfer-Encoding: chunked")
    sent = 0
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as connection:
        connection.sendall(head.encode())
        try:
            while sent < 2**28:
                connection.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
                sent += 65536
        except OSError:
            pass
    assert sent < 2**27
    assert server.attend(text="Old kings.")[0] == 200


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 400, "not valid JSON"),
        (b"{", 400, "not valid JSON"),
        (b"[" * 60000, 400, "not valid JSON"),
        (b"\xff\xfe\x00", 400, "not valid JSON"),
        (b"[]", 400, "must be a JSON object"),
        (b"{}", 400, "Expected a string under 'text'"),
        (b'{"text": 5}', 400, "Expected a string under 'text'"),
        (b'{"text": "a", "second": []}', 400, "Expected a string under 'second'"),
        (b'{"text": "a", "model": {"a": 1}}', 400, "Expected a string under 'model'"),
        (b'{"text": "a", "kind": "all"}', 400, "There is no view named 'all'"),
        (b'{"text": ""}', 422, "The text is empty"),
        (b'{"text": "\\ud800"}', 422, "not valid UTF-8"),
        (b'{"text": "a", "model": "/etc"}', 422, "There is no model on this machine named '/etc'"),
        (b'{"text": "a", "model": "google-bert/bert-base-uncased"}', 422, "There is no model on this machine"),
        (json.dumps({"text": "tomato " * 100}).encode(), 422, "The text has 102 tokens, and this server shows at most 64"),
        (json.dumps({"text": "a " * 30000}).encode(), 422, "tokens, and this server shows at most 64"),
    ],
)
def test_questions_that_make_no_sense(server, body, status, words):
    found, _, said = server.ask("POST", "/attend", body, JSON)
    assert found == status and words in sentence(said)


@pytest.mark.parametrize("text", ["</script><img src=x onerror=alert(1)>", "\0\x01", "👩‍👩‍👧 \u202e", "[SEP] [CLS] [MASK]"])
def test_hostile_texts_come_back_as_data(server, text):
    status, headers, body = server.attend(text=text)
    assert status == 200 or "gives no token" in sentence(body)
    assert headers["x-content-type-options"] == "nosniff" and "html" not in headers["content-type"]


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/../page.py",
        "/views.js/../../__init__.py",
        "//etc/passwd",
        "/views/static/views.js",
        "/report.js",
        "/views.js",
        "/serve.js",
        "/views.js%00.css",
        "/.git/config",
        "/\\..\\..\\page.py",
    ],
)
def test_no_path_leads_elsewhere(server, path):
    answer = server.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    assert answer.split(b"\r\n")[0] in (b"HTTP/1.1 404 Not Found", b"HTTP/1.1 400 Bad Request")
    assert b"root:" not in answer and b"import" not in answer


def test_a_defect_of_ours_tells_nothing(server, caplog):
    with caplog.at_level(logging.CRITICAL + 1, "uvicorn.error"):
        status, headers, body = server.attend(text="a", model="defect")
    assert status == 500 and headers["x-content-type-options"] == "nosniff"
    assert sentence(body) == "Something went wrong in headscope; its terminal says what."
    assert b"secret" not in body and b"Traceback" not in body
    assert server.attend(text="Old kings.")[0] == 200


@pytest.fixture
def logged(monkeypatch) -> Iterator[list[str]]:
    """What the server logs, from now on as if its last minute had been quiet."""
    logger, lines = logging.getLogger("uvicorn.error"), []
    (once,) = (one for one in logger.filters if isinstance(one, turns.OncePerMinute))
    monkeypatch.setattr(once, "seconds", 1e9)  # a minute may be over on a busy machine
    once._said.clear()
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    logger.addHandler(handler)
    yield lines
    logger.removeHandler(handler)
    once._said.clear()


def test_one_forward_at_a_time_and_not_too_many_in_the_row(server, models, logged):
    models.gate.clear()
    models.most = 0
    found: list[int] = []
    most = server.turns.most
    asking = [
        threading.Thread(target=lambda at=at: found.append(server.attend(text=f"Old king {at}.")[0])) for at in range(most + 1)
    ]
    for thread in asking:
        thread.start()
    until(lambda: models.at_once and server.turns.waiting == most)  # one is at it, and all others wait in the row
    for _ in range(3):
        status, headers, body = server.attend(text="One too many.")
        assert status == 503 and "Too many texts at once: 4 are waiting" in sentence(body)
        assert int(headers["retry-after"]) >= 1
    assert logged == ["a request was refused: too many at once"], "one line a minute, however many there are"
    assert server.ask("GET", "/")[0] == 200, "pages are served meanwhile"
    models.gate.set()
    for thread in asking:
        thread.join(SECONDS)
    assert found == [200] * (most + 1)
    assert models.most == 1


def test_the_same_text_is_read_once_for_all_who_ask(server, models):
    models.gate.clear()
    models.read = 0
    found: list[tuple[int, bytes]] = []

    def ask() -> None:
        status, _, body = server.attend(text="The same for all.")
        found.append((status, body))

    asking = [threading.Thread(target=ask) for _ in range(9)]
    for thread in asking:
        thread.start()
    until(lambda: models.at_once and server.asking == len(asking))
    assert server.turns.waiting == 0, "nobody else is in the row"
    models.gate.set()
    for thread in asking:
        thread.join(SECONDS)
    assert [status for status, _ in found] == [200] * 9 and len({body for _, body in found}) == 1
    assert models.read == 1


def test_idle_connections_shut_nobody_out(server, monkeypatch):
    monkeypatch.setattr(serve, "CONNECTIONS", 6)
    idle = [socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) for _ in range(30)]
    try:
        assert server.attend(text="Old kings.")[0] == 200
        until(lambda: len(server.uvicorn.server_state.connections) <= 7)
    finally:
        for one in idle:
            one.close()


def test_it_stops_without_waiting_for_a_text_that_is_being_read(bundled):
    models, lines, heard = SlowModels(bundled), [], []
    server = Server(models)
    handler = logging.Handler()
    handler.emit = lambda record: lines.append((record.levelname, record.exc_info))
    logging.getLogger("uvicorn.error").addHandler(handler)
    models.gate.clear()
    asking = threading.Thread(target=lambda: heard.append(server.attend(text="A text without end.")))
    asking.start()
    try:
        until(lambda: models.at_once)
        server.stop()
        assert models.at_once == 1, "the text is still being read"
        asking.join(SECONDS)
        assert [(status, sentence(body)) for status, _, body in heard] == [(503, "The server has stopped.")]
        assert not [trace for _, trace in lines if trace], "whoever stops it sees no traceback"
    finally:
        models.gate.set()
        logging.getLogger("uvicorn.error").removeHandler(handler)


def until(reached) -> None:
    deadline = time.monotonic() + SECONDS
    while not reached():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def test_a_client_that_says_nothing_is_hung_up_on(server, monkeypatch):
    monkeypatch.setattr(serve, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(serve, "LIFE_SECONDS", 100 * SECONDS)  # it is not this that ends the connection
    for words in (b"", b"GET / HT", f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX: ".encode()):
        assert server.send(words) == b""


def test_a_client_that_goes_away_while_it_asks_is_no_defect(server, logged):
    head = post(server, "Content-Length: 1000")
    for words in (head, head + '{"te'):
        with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as gone:
            gone.sendall(words.encode())
            until(lambda: server.heard(gone))
        until(lambda: not server.uvicorn.server_state.connections and not server.uvicorn.server_state.tasks)
    assert logged == []


def test_a_body_that_drips_does_not_hold_the_model(server, monkeypatch):
    monkeypatch.setattr(guard, "BODY_SECONDS", 2 * SECONDS)
    head = post(server, "Content-Length: 1000")
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as slow:
        slow.sendall(head.encode() + b'{"te')
        until(lambda: server.heard(slow))
        assert server.attend(text="Old kings.")[0] == 200, "others are served"
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.5)
    answer = server.send(head.encode() + b'{"te')
    assert answer.startswith(b"HTTP/1.1 408") and b"within 0.5 seconds" in answer


def test_a_client_that_does_not_listen_is_hung_up_on(server, monkeypatch):
    lost, real = [], ImpatientProtocol.connection_lost
    monkeypatch.setattr(serve, "LIFE_SECONDS", 1.0)
    monkeypatch.setattr(ImpatientProtocol, "connection_lost", lambda self, why: (lost.append(self.client), real(self, why)))
    server.listening.setsockopt(
        socket.SOL_SOCKET, socket.SO_SNDBUF, 4096
    )  # so that the system does not take it all off its hands
    body = json.dumps({"text": " ".join(map(str, range(60)))}).encode()
    head = post(server, f"Content-Length: {len(body)}")
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    slow.connect(("127.0.0.1", server.port))
    slow.sendall(head.encode() + body)
    until(lambda: slow.getsockname() in lost)
    slow.close()


@pytest.mark.parametrize(("upgrade", "status"), [("websocket", 400), ("WebSocket", 400), ("h2c, websocket", 400), ("h2c", 200)])
def test_an_upgrade_is_refused_or_ignored_without_advice(server, caplog, upgrade, status):
    """uvicorn would tell whoever started the server to install packages. Of other upgrades HTTP says: go on as if nothing was asked."""
    asked = {
        "Connection": "Upgrade",
        "Upgrade": upgrade,
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    answered, _, body = server.ask("GET", "/", headers=asked)
    assert answered == status
    assert status == 200 or "opens no WebSocket" in sentence(body)
    assert not caplog.records


def test_a_head_that_is_too_long(server):
    answer = server.send(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX: {'a' * 2_000_000}\r\n\r\n".encode())
    assert answer == b"" or answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 431"))
    assert server.attend(text="Old kings.")[0] == 200


def test_it_listens_on_this_machine_alone(server):
    assert server.listening.getsockname()[0] == "127.0.0.1"
