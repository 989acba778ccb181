"""Case files: small positions, orders, and what must come of them."""
