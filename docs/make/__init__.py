"""Makes what the pages do not say by hand: reference tables from the code, a picture."""
