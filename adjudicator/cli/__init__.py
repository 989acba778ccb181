"""The commands at the shell: each one parses, calls ``app`` and prints."""
