"""Tables at which people play in a browser (docs/web.md). It needs the extra ``web``.

:func:`~ddz_core.web.server.serve` is what ``ddz serve`` calls, and
:func:`~ddz_core.web.app.make_app` gives the ASGI application alone.
"""
