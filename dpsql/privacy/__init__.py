"""Privacy models: what a class must satisfy, as SQL for searches and as Python to verify."""
