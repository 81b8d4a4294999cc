"""What somebody can tell who knows more, or less, than all of P: priors, releases, statistics."""
