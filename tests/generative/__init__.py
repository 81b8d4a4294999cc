"""Random small instances: the product against the oracle, and against itself under transformation.

``DPSQL_CASES=all pytest tests/generative`` runs the long campaign.
"""
