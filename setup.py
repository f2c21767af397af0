"""The extensions and their compiler flags; everything else is in pyproject.toml."""

import os
import platform
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

DIRECTIVES = {
    "boundscheck": False,
    "cdivision": True,
    "embedsignature": True,
    "freethreading_compatible": True,
    "initializedcheck": False,
    "language_level": 3,
}
UNIX_FLAGS = ["-O3", "-fno-semantic-interposition", "-Wno-unused-function"]
FLAGS = [] if sys.platform == "win32" else UNIX_FLAGS


def extension(name, source, flags=(), macros=()):
    return Extension(
        f"ddz_core.{name}",
        [f"src/{source}.pyx"],
        include_dirs=["src", "ddz_core/include"],
        depends=["src/intrinsics.h", "ddz_core/include/ddz_core.h"],
        extra_compile_args=[*FLAGS, *flags],
        define_macros=list(macros),
    )


def kernels(level, flags=()):
    """The kernels for one processor level, all from the same source."""
    name = extension(f"_kernels_{level}", "kernels", flags, [("DDZ_LEVEL", f'"{level}"')])
    # A build directory of its own, since the generated C is called after the source.
    return cythonize(
        [name],
        build_dir=f"build/cython/{level}",
        include_path=[".", "src"],
        compiler_directives=DIRECTIVES,
    )


extensions = kernels("plain")
if platform.machine().lower() in ("x86_64", "amd64") and sys.platform != "win32":
    extensions += kernels("avx2", ["-march=x86-64-v3"])
    extensions += kernels("avx512", ["-march=x86-64-v4", "-mavx512vbmi2"])

extensions += cythonize(
    [
        extension("_combos", "combos"),
        extension("_values", "values"),
        extension("_queries", "queries"),
        extension("_engine", "engine"),
        extension("_batch", "batch"),
        extension("_timing", "timing"),
    ],
    build_dir="build/cython/door",
    include_path=[".", "src"],
    compiler_directives=DIRECTIVES,
)

setup(ext_modules=extensions, options={"build_ext": {"parallel": os.cpu_count() or 1}})
