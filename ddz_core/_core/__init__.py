"""The compiled modules and their stubs: the door to the kernels. Not public; what is
public of it has its name in :mod:`ddz_core`."""
