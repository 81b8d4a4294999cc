"""Whom somebody could place in T, or out of it, if a node were published: numbers of people."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PlacedPeople:
    """People whose probability of being in T is 1, or lies outside of δ, or is 0.

    `certain`: people of T whose probability is 1. `above`, `below`: people of P above δmax, and
    below δmin. `absent`: people of P who are not in T for certain. `certain_if_absent`: as
    `certain`, for somebody who knows of so many people of a class that they are not in T as the job
    says; None if it says nothing of that. With it, `above` has everybody whom such a person could
    place above δmax. `contradicting`: classes with too few or too many rows of T for a prior, whose
    people are in no other number.
    """

    certain: int
    above: int
    below: int
    absent: int
    certain_if_absent: int | None = None
    contradicting: int = 0
