"""Playthroughs: one readable text a game and variant, with every view of every state along one random game."""
