"""An outcome for people and for CI: offline pages, fragments for notebooks, plots, JUnit."""
