"""Random small instances: the product against the oracle, and against itself under transformation.

``DPSQL_HYPOTHESIS_PROFILE=campaign pytest tests/generative`` runs the long campaign.
"""
