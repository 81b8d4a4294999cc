"""The Avro schemas of Iceberg's manifests, version 2 (Iceberg table specification, "Manifests").

Fields that dpsql leaves null are declared, since some readers look for them by name.
"""

from typing import Any

#: Of a map: its field, that of its keys, that of its values, and their type.
_MAPS = {
    "column_sizes": (108, 117, 118, "long"),
    "value_counts": (109, 119, 120, "long"),
    "null_value_counts": (110, 121, 122, "long"),
    "nan_value_counts": (137, 138, 139, "long"),
    "lower_bounds": (125, 126, 127, "bytes"),
    "upper_bounds": (128, 129, 130, "bytes"),
}


def _field(number: int, name: str, type_: Any) -> dict[str, Any]:
    return {"name": name, "type": type_, "field-id": number}


def _optional(number: int, name: str, type_: Any) -> dict[str, Any]:
    return {"name": name, "type": ["null", type_], "default": None, "field-id": number}


def _record(name: str, *fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": list(fields)}


def _list(element: int, type_: Any) -> dict[str, Any]:
    return {"type": "array", "items": type_, "element-id": element}


def _map(name: str) -> dict[str, Any]:
    """Return an optional map by numbers of columns, which Iceberg writes as a list of pairs."""
    number, key, value, type_ = _MAPS[name]
    pair = _record(f"k{key}_v{value}", _field(key, "key", "int"), _field(value, "value", type_))
    return _optional(number, name, {"type": "array", "logicalType": "map", "items": pair})


#: One row per manifest: which files a snapshot lists.
MANIFEST_LIST = _record(
    "manifest_file",
    _field(500, "manifest_path", "string"),
    _field(501, "manifest_length", "long"),
    _field(502, "partition_spec_id", "int"),
    _field(517, "content", "int"),
    _field(515, "sequence_number", "long"),
    _field(516, "min_sequence_number", "long"),
    _field(503, "added_snapshot_id", "long"),
    _field(504, "added_files_count", "int"),
    _field(505, "existing_files_count", "int"),
    _field(506, "deleted_files_count", "int"),
    _field(512, "added_rows_count", "long"),
    _field(513, "existing_rows_count", "long"),
    _field(514, "deleted_rows_count", "long"),
    _optional(
        507,
        "partitions",
        _list(
            508,
            _record(
                "r508",
                _field(509, "contains_null", "boolean"),
                _optional(518, "contains_nan", "boolean"),
                _optional(510, "lower_bound", "bytes"),
                _optional(511, "upper_bound", "bytes"),
            ),
        ),
    ),
    _optional(519, "key_metadata", "bytes"),
)
#: One row per data file.
MANIFEST = _record(
    "manifest_entry",
    _field(0, "status", "int"),
    _optional(1, "snapshot_id", "long"),
    _optional(3, "sequence_number", "long"),
    _optional(4, "file_sequence_number", "long"),
    _field(
        2,
        "data_file",
        _record(
            "r2",
            _field(134, "content", "int"),
            _field(100, "file_path", "string"),
            _field(101, "file_format", "string"),
            _field(102, "partition", _record("r102")),
            _field(103, "record_count", "long"),
            _field(104, "file_size_in_bytes", "long"),
            *map(_map, _MAPS),
            _optional(131, "key_metadata", "bytes"),
            _optional(132, "split_offsets", _list(133, "long")),
            _optional(135, "equality_ids", _list(136, "int")),
            _optional(140, "sort_order_id", "int"),
        ),
    ),
)
