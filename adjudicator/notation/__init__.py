"""Text and values: orders, positions, game records. Lenient in, one canonical form out."""
