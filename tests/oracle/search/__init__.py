"""Every node, every cut and every way to climb: what the searches must find."""
