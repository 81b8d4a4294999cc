"""Where SQL runs: one file per engine, one interface."""
