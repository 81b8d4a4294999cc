"""Privacy models: what an equivalence class must satisfy, as SQL for searches and as Python for
the verifier.
"""
