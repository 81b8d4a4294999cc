"""What `check` and most other commands ask of people: whether each row of P is one."""
