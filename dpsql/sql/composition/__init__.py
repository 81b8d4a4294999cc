"""Earlier releases as tables, and the atoms of P under several nodes."""
