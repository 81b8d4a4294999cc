"""An outcome for people and for CI: offline pages, fragments for notebooks, plots, JUnit."""

from dpsql.faces import name_function_of

name_function_of(__name__, "write_report")
