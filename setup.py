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
FLAGS = [] if sys.platform == "win32" else ["-O3", "-fno-semantic-interposition"]


def extension(name, source, flags=(), macros=(), build_dir="door"):
    """The extension ``ddz_core.name``, made from ``src/source.pyx``."""
    bare = Extension(f"ddz_core.{name}", [f"src/{source}.pyx"])
    [made] = cythonize(
        [bare],
        build_dir=f"build/cython/{build_dir}",
        include_path=[".", "src"],
        compiler_directives=DIRECTIVES,
    )
    # Set only now: cythonize would carry the flags of one extension over to the
    # next one of the same source.
    made.include_dirs = ["src", "ddz_core/include"]
    made.depends = ["src/intrinsics.h", "ddz_core/include/ddz_core.h"]
    made.extra_compile_args = [*FLAGS, *flags]
    made.define_macros = list(macros)
    return made


def kernels(level, flags=()):
    """The kernels for one processor level, all from the same source."""
    return extension(
        f"_kernels_{level}", "kernels", flags, [("DDZ_LEVEL", f'"{level}"')], build_dir=level
    )


extensions = [
    extension(f"_{source}", source)
    for source in ("combos", "values", "queries", "engine", "batch", "vector", "solver", "timing")
]
extensions.append(kernels("plain"))
if platform.machine().lower() in ("x86_64", "amd64") and sys.platform != "win32":
    extensions.append(kernels("avx2", ["-march=x86-64-v3"]))
    extensions.append(kernels("avx512", ["-march=x86-64-v4", "-mavx512vbmi2"]))

setup(ext_modules=extensions, options={"build_ext": {"parallel": os.cpu_count() or 1}})
