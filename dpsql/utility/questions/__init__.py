"""The job's own questions, answered on T and on what a reader makes of a release."""
