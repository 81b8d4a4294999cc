"""From the words of a job to SQL: templates give the shape, ASTs the columns and values."""
