"""The engine in the shapes of other libraries; each module needs the extra of its name.

Nothing here is imported by the core.
"""
