"""The broker, however it is provided, and the connection to it."""
