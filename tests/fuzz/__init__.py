"""A fuzzer: every public call with likely and hostile arguments (see ``run.py``)."""
