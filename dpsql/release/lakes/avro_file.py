"""Writes Avro object container files (Avro specification 1.11): uncompressed, bytes that repeat.

The marker between blocks, which libraries draw at random, is given. Only what Iceberg's manifests
are made of is known: records, unions with null, texts, bytes and integers.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

_MAGIC = b"Obj\x01"
MARKER_SIZE = 16


def write_file(
    schema: Mapping[str, Any],
    metadata: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
    marker: bytes,
) -> bytes:
    """Return a file with one block of rows; `marker`: 16 bytes; absent fields are null."""
    header = {
        "avro.schema": json.dumps(schema, separators=(",", ":")),
        "avro.codec": "null",
        **metadata,
    }
    pairs = (_text(name) + _text(value) for name, value in header.items())
    start = _MAGIC + _integer(len(header)) + b"".join(pairs) + _integer(0) + marker
    block = b"".join(_value(schema, row) for row in rows)
    return start + _integer(len(rows)) + _integer(len(block)) + block + marker


def _value(schema: Any, value: Any) -> bytes:
    if isinstance(schema, list):
        # A union of null and one other type.
        return _integer(0) if value is None else _integer(1) + _value(schema[1], value)
    if isinstance(schema, dict) and schema["type"] == "record":
        fields = schema["fields"]
        return b"".join(_value(field["type"], value.get(field["name"])) for field in fields)
    if schema == "string":
        return _text(value)
    if schema == "bytes":
        return _integer(len(value)) + bytes(value)
    return _integer(value)


def _text(value: str) -> bytes:
    content = value.encode()
    return _integer(len(content)) + content


def _integer(value: int) -> bytes:
    r"""Write a zigzag varint, of 64 bits at most.

    >>> _integer(-1), _integer(64), _integer(2**63 - 1)[-1:]
    (b'\x01', b'\x80\x01', b'\x01')
    """
    rest = (value << 1) ^ (value >> 63)
    content = bytearray()
    while rest > 0x7F:
        content.append(rest & 0x7F | 0x80)
        rest >>= 7
    content.append(rest)
    return bytes(content)
