"""HTML of values and programs, for notebooks."""

from __future__ import annotations

import base64
import struct
import zlib
from html import escape
from typing import Iterable, Sequence

from . import _core

_MOST_CELLS = 128
_PICTURE_WIDTH = 256


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows: int, columns: int, colors: bytes) -> bytes:
    """Returns a PNG file of RGB bytes by row."""
    lines = b"".join(b"\0" + colors[3 * columns * row : 3 * columns * (row + 1)] for row in range(rows))
    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    parts = _chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(lines)), _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def picture(tensor: _core.Tensor) -> str:
    """Returns an image of the first matrix, or an empty text for scalars and tensors without elements."""
    drawn = _core.picture(tensor, _MOST_CELLS, _MOST_CELLS)
    if drawn is None:
        return ""
    rows, columns, colors, legend = drawn
    data = base64.b64encode(png(rows, columns, colors)).decode()
    scale = max(1, min(_PICTURE_WIDTH // max(rows, columns), 16))
    legend = escape(legend.strip())
    return (
        f'<img src="data:image/png;base64,{data}" alt="{legend}" width="{columns * scale}" '
        f'height="{rows * scale}" style="image-rendering: pixelated"><div>{legend}</div>'
    )


def code(text: str) -> str:
    """Returns a program's text as HTML."""
    return f'<pre style="font-family: monospace; line-height: 1.4">{escape(text)}</pre>'


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Returns a table; every cell is escaped."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
