"""Faults by the thousand: each module is a command that can be broken off and run again."""
