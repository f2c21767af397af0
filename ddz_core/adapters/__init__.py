"""The core in the shapes of other libraries: one module each, none imported by the core."""
