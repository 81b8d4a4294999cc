"""The trusted core: a release is written to staging, read back, verified, then published."""

from dpsql.faces import name_function_of

name_function_of(__name__, "anonymize")
