"""Tests of the training scripts."""
