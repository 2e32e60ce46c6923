"""Tests with libraries of the `interop` extra; a command of their own runs them: pytest tests/interop."""
