"""What the referee costs, as ratios against yardsticks measured in the same run (``make bench``).

Nothing here is a test: machines differ and are busy. Ratios of two things measured side by side say
more than seconds, and they can be compared from year to year.
"""
