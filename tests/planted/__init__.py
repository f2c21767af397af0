"""Faults on purpose: those who look for faults must find these."""
