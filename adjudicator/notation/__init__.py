"""Text and values: orders, positions, game records, case files. Lenient in, one canonical form out."""
