"""Delta tables that delta-rs does not write: a log by hand, with deletion vectors and mappings."""

import json
import struct
import zlib
from base64 import b85encode
from pathlib import Path
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq

_RFC1924 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
_TYPES = {"string": "string", "int64": "long", "int32": "integer", "bool": "boolean"}


def z85(content: bytes) -> str:
    """Write bytes, a multiple of four, in the 85 characters that Delta uses."""
    return b85encode(content).decode().translate(str.maketrans(_RFC1924, _Z85))


def write_bitmap(rows: list[int]) -> bytes:
    """Write positions below 65,536 as Delta's array of one portable Roaring bitmap."""
    container = struct.pack(f"<{len(rows)}H", *sorted(rows))
    header = struct.pack("<IIHHI", 12346, 1, 0, len(rows) - 1, 16)
    bitmap = struct.pack("<I", 0) + header + container
    return struct.pack("<Iq", 1681511377, 1) + bitmap


def inline_vector(rows: list[int]) -> dict:
    """A deletion vector that stands in the log itself."""
    content = write_bitmap(rows)
    padded = content + b"\0" * (-len(content) % 4)
    return {
        "storageType": "i",
        "pathOrInlineDv": z85(padded),
        "sizeInBytes": len(content),
        "cardinality": len(rows),
    }


def vector_in_a_file(folder: Path, rows: list[int]) -> dict:
    """A deletion vector in a file beside the data."""
    uuid = UUID("12345678-1234-5678-1234-567812345678")
    content = write_bitmap(rows)
    parts = [
        b"\1",
        struct.pack(">i", len(content)),
        content,
        struct.pack(">I", zlib.crc32(content)),
    ]
    (folder / f"deletion_vector_{uuid}.bin").write_bytes(b"".join(parts))
    return {
        "storageType": "u",
        "pathOrInlineDv": z85(uuid.bytes),
        "offset": 1,
        "sizeInBytes": len(content),
        "cardinality": len(rows),
    }


def describe(schema: pa.Schema, metadata=None) -> str:
    """The schema as a log tells it; `metadata` by column."""
    fields = [
        {
            "name": field.name,
            "type": _TYPES[str(field.type)],
            "nullable": True,
            "metadata": (metadata or {}).get(field.name, {}),
        }
        for field in schema
    ]
    return json.dumps({"type": "struct", "fields": fields})


def write_commit(folder: Path, version: int, *actions: dict) -> None:
    """Write a commit to the log."""
    log = folder / "_delta_log"
    log.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(action) for action in actions]
    (log / f"{version:020d}.json").write_text("\n".join(lines) + "\n", encoding="utf-8")


def begin(schema: str, *, reader=1, features=None, partitions=(), configuration=None) -> list[dict]:
    """The actions that begin a table."""
    protocol = {"minReaderVersion": reader, "minWriterVersion": 7 if features else 5}
    if features:
        protocol |= {"readerFeatures": features, "writerFeatures": features}
    return [
        {"protocol": protocol},
        {
            "metaData": {
                "id": "8b7d1b0e-5f9a-4f0e-8f43-0a5a2f3d9c11",
                "format": {"provider": "parquet", "options": {}},
                "schemaString": schema,
                "partitionColumns": list(partitions),
                "configuration": configuration or {},
                "createdTime": 0,
            }
        },
    ]


def add(folder: Path, name: str, table: pa.Table, values=None, vector=None, path=None) -> dict:
    """Write a file and return the action that lists it, by another path if one is given."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, file)
    action = {
        "path": path or name,
        "partitionValues": values or {},
        "size": file.stat().st_size,
        "modificationTime": 0,
        "dataChange": True,
        "stats": json.dumps({"numRecords": table.num_rows}),
    }
    return {"add": action | ({"deletionVector": vector} if vector else {})}
