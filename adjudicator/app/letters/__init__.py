"""What everybody is owed: letters as outlines, written out when they leave."""
