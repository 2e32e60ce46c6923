"""Mutants of the games' rules: `python -m tests.mutation`."""
