"""Tests of the public conformance suite."""
