"""Tests of the games, with the slow reference twins that they are compared with."""
