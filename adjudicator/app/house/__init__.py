"""The house: a practice opponent who sees only his own view; and games that play themselves."""
