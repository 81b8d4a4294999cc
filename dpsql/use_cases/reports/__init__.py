"""Pages about a job: reports, what they show beside the release, and the sign-off."""
