"""dpsql schema: the JSON Schema of the job file."""

import json

from dpsql.cli.terminal.command_output import command_output
from dpsql.domain.job import Job
from dpsql.domain.job_section import JobSchema


def schema() -> None:
    """Print the JSON Schema of the job file, for editors."""
    with command_output(as_json=False, quiet=False) as output:
        output.print(json.dumps(Job.model_json_schema(schema_generator=JobSchema), indent=2))
