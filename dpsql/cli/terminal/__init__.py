"""What all commands share on a terminal: options, help, progress, tables, exit codes."""
