"""Earlier releases as tables, and the cells of P under several nodes."""
