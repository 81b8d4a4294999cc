"""An outcome for people: one offline HTML file, and tables for the terminal."""
