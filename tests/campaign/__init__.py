"""Long runs that no push waits for; each is a command of its own and prints one line of JSON."""
