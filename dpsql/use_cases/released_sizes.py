"""The classes of a released file by their size, as the verifier counted them: for risks."""

from collections.abc import Iterable, Iterator

from dpsql.domain.found.risks import SizedClasses
from dpsql.verifier.verified import ClassCounts


def list_sizes(counts: Iterable[ClassCounts], *, in_boxes: bool) -> Iterator[SizedClasses]:
    """Yield classes by their size; several may have the same.

    `in_boxes`: people whom no box covers are counted one by one. They are in no released row, so
    none of them is a class that somebody could be found in; their presence is 0.
    """
    for one in counts:
        is_outside = in_boxes and not one.released
        yield SizedClasses(
            people=one.public,
            classes=0 if is_outside else one.classes,
            private_classes=one.classes if one.released else 0,
            private_rows=one.released * one.classes,
            least_rows=one.released or None,
            least=one.released,
            greatest=one.released,
        )
