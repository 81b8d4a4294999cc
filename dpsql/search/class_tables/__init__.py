"""Class tables: the classes of nodes in memory, which decide all of their ancestors."""
