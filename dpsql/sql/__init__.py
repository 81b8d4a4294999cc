"""From a job to SQL: templates give the shape of statements, ASTs the columns and values."""

from dpsql.faces import name_function_of

name_function_of(__name__, "script")
