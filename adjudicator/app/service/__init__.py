"""Settings of the service, their check, and how it does."""
