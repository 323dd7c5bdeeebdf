"""How full the pages of a PDF are: just enough of the format to read what Chromium writes."""

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)endobj", re.S)
_TOKEN = re.compile(rb"\[[^\]]*\]|\((?:\\.|[^)])*\)|<[^>]*>|/\S+|[-+.\d]+|[A-Za-z'\"*]+")
_POINTS = {b"m": (0,), b"l": (0,), b"c": (0, 2, 4), b"v": (0, 2), b"y": (0, 2)}


def extents(data: bytes) -> list[tuple[float, float]]:
    """For each page, from where to where anything is drawn, as shares of its height from the top; (0, 0) where nothing is."""
    objects = {int(number): body for number, body in _OBJECT.findall(data)}
    found = []
    for body in objects.values():
        if not re.search(rb"/Type\s*/Page\b", body):
            continue
        height = float(re.search(rb"/MediaBox\s*\[\s*\S+\s+\S+\s+\S+\s+([\d.]+)", body)[1])
        stream = objects[int(re.search(rb"/Contents\s+(\d+)", body)[1])]
        content = zlib.decompress(stream.split(b"stream", 1)[1].lstrip(b"\r\n").rsplit(b"endstream", 1)[0])
        ys = _drawn(content)
        found.append((1 - max(ys) / height, 1 - min(ys) / height) if ys else (0.0, 0.0))
    return found


def _drawn(content: bytes) -> list[float]:
    """The heights of all that is painted; a path that only clips is not."""
    matrix, kept = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), []
    ys: list[float] = []
    path: list[float] = []
    numbers: list[float] = []
    clips, line = False, matrix
    for token in _TOKEN.findall(content):
        if re.fullmatch(rb"[-+]?(\d+\.?\d*|\.\d+)", token):
            numbers.append(float(token))
            continue
        if token == b"q":
            kept.append(matrix)
        elif token == b"Q":
            matrix = kept.pop()
        elif token == b"cm":
            matrix = _times(numbers[-6:], matrix)
        elif token == b"re":
            x, y, width, high = numbers[-4:]
            path += [_y(matrix, x, y), _y(matrix, x + width, y + high)]
        elif token in _POINTS:
            of = numbers[-2 * len(_POINTS[token]) :]
            path += [_y(matrix, of[at], of[at + 1]) for at in range(0, len(of) - 1, 2)]
        elif token in (b"W", b"W*"):
            clips = True
        elif token in (b"f", b"F", b"f*", b"S", b"s", b"B", b"B*", b"n"):
            if not clips and token != b"n":
                ys += path
            path, clips = [], False
        elif token == b"BT":
            line = matrix
        elif token == b"Tm":
            line = _times(numbers[-6:], matrix)
        elif token == b"Td":
            line = _times([1, 0, 0, 1, *numbers[-2:]], line)
        elif token in (b"Tj", b"TJ"):
            ys.append(line[5])
        elif token == b"Do":
            ys += [_y(matrix, 0, 0), _y(matrix, 1, 1)]
        if not token.startswith((b"/", b"[", b"<", b"(")):
            numbers = []
    return ys


def _times(a, b):
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def _y(matrix, x, y):
    return x * matrix[1] + y * matrix[3] + matrix[5]
