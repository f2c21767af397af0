"""A fuzzer: every public call with likely and hostile arguments (docs/testing.md)."""
