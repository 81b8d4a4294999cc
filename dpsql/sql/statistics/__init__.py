"""What statistics say of P, in SQL: their tables, coded like the tuples, and shares of classes."""
