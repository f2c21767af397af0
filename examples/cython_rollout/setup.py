"""Two extensions that use the kernels: one in Cython, one in C."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import ddz_core


def extension(name, source):
    return Extension(f"cython_rollout.{name}", [source], include_dirs=[ddz_core.get_include()])


setup(
    ext_modules=[
        *cythonize(
            [extension("rollout", "cython_rollout/rollout.pyx")],
            compiler_directives={"language_level": 3, "freethreading_compatible": True},
        ),
        extension("census", "cython_rollout/census.c"),
    ]
)
