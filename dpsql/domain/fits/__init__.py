"""How the sections of a job fit each other, and how what is wrong is said."""
