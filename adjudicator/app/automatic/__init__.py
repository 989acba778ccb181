"""Answers nobody has to write: standing orders and the house."""
