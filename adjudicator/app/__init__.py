"""What users do with games: make them, send orders, look, replay, verify. Joins the other parts."""
