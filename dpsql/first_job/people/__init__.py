"""Which columns of P name people, how many there are, and by which key T is found among them."""
