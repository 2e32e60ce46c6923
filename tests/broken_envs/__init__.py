"""A small honest environment, and one for each check that breaks exactly what it looks at."""
