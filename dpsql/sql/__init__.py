"""From a job to SQL: templates give the shape of statements, ASTs the columns and values."""
