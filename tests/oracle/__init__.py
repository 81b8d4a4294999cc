"""The naive reference of dpsql: lists, dictionaries, Fractions, every node of the lattice tried.

Nothing here is imported from the product and nothing here is fast. Each file states one definition
of Nergiz, Atzori & Clifton, "Hiding the Presence of Individuals from Shared Databases" (SIGMOD
2007), or of the paper that it names, as literally as Python allows, so that a reader can check it
against the paper by eye.
"""
