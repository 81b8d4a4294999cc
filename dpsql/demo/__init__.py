"""Runs the running example of the paper, and explains it; makes larger tables to try dpsql on.

Tables 1 to 3 of Nergiz, Atzori & Clifton (SIGMOD 2007); the hierarchies are those of its Figure 1.
"""

from dpsql.demo.people import write_people
from dpsql.demo.story import Chapter, Story, run_demo

__all__ = ["Chapter", "Story", "run_demo", "write_people"]
