"""One deal and one match at a table: what may be done, what is public, what it came to."""
