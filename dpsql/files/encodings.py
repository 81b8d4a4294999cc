"""Tells a file that is not UTF-8: what it is, as far as its bytes say, and how it is mended."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from dpsql.faces import name_page

#: How a table or a hierarchy in another encoding is mended, and where that is explained.
TO_UTF_8 = (
    "save it as UTF-8: iconv -f CP1252 -t UTF-8 OLD > NEW, if it is Windows-1252 or Latin-1"
    f" ({name_page('encodings')} shows other ways)"
)
#: Bytes of a file that tell UTF-16.
START = 64


def tell_to_utf_8(start: bytes) -> str:
    r"""Return how a file that begins so is mended; `start` has the first byte that is no UTF-8.

    >>> tell_to_utf_8("zip".encode("utf-16"))
    'it is UTF-16; save it as UTF-8: iconv -f UTF-16 -t UTF-8 OLD > NEW'
    >>> tell_to_utf_8("town\nKöln\n".encode() + "Köln\n".encode("cp1252"))
    'line 3 is not, and letters before it are: two files put together? Save that part as UTF-8'
    """
    if name := find_utf_16(start):
        return f"it is UTF-16; save it as UTF-8: iconv -f {name} -t UTF-8 OLD > NEW"
    try:
        start.decode()
    except UnicodeDecodeError as error:
        before = start[: error.start].removeprefix(BOM_UTF8)
        if not before.isascii():
            line = before.count(b"\n") + 1
            return (
                f"line {line:,} is not, and letters before it are: two files put together? Save"
                " that part as UTF-8"
            )
    return TO_UTF_8


def find_utf_16(start: bytes) -> str:
    """Return the name of UTF-16 as a file has it that begins so; empty if it is none.

    Without a mark of the order of bytes it is told by its line: every other byte is 0, nearly.

    >>> [find_utf_16("zip;Größe".encode(name)) for name in ("utf-16", "utf-16-le", "utf-16-be")]
    ['UTF-16', 'UTF-16LE', 'UTF-16BE']
    >>> find_utf_16(b"zip;age")
    ''
    """
    if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "UTF-16"
    pairs = len(start[:START]) // 2
    for name, zeros, others in (("UTF-16LE", 1, 0), ("UTF-16BE", 0, 1)):
        of_zeros, of_others = (start[one : 2 * pairs : 2] for one in (zeros, others))
        if pairs > 1 and 4 * of_zeros.count(0) >= 3 * pairs and not of_others.count(0):
            return name
    return ""
