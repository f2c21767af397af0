"""The extensions and their compiler flags; everything else is in pyproject.toml."""

import os
import platform
import sys
from glob import glob

import numpy
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
# The kernels are many small functions used in several places. Whether GCC puts a hot
# one in line must not depend on how many others there are: following took twice as
# long when it did not.
INLINE = [
    "--param=max-inline-insns-single=1000",
    "--param=inline-unit-growth=2000",
    "--param=large-function-growth=1000",
]
# For `make sanitize`.
FLAGS = os.environ["DDZ_FLAGS"].split() if "DDZ_FLAGS" in os.environ else FLAGS


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
    made.include_dirs = ["src", "ddz_core/include", numpy.get_include()]
    made.depends = ["src/intrinsics.h", *glob("ddz_core/include/*.h")]
    made.extra_compile_args = [*FLAGS, *flags]
    made.define_macros = [("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION"), *macros]
    return made


def kernels(level, flags=()):
    """The kernels for one processor level, all from the same source."""
    flags = [*(INLINE if FLAGS else ()), *flags]
    told = {"DDZ_LEVEL": level, "DDZ_FLAGS": " ".join([*FLAGS, *flags])}
    macros = [(name, f'"{text}"') for name, text in told.items()]
    return extension(f"_kernels_{level}", "kernels", flags, macros, build_dir=level)


DOOR = (
    "combos",
    "values",
    "queries",
    "engine",
    "play",
    "batch",
    "vector",
    "solver",
    "rollouts",
    "timing",
)
ADAPTERS = ("actions", "rlcard", "douzero")

extensions = [extension(f"_{source}", source) for source in DOOR + ADAPTERS]
extensions.append(kernels("plain"))
if platform.machine().lower() in ("x86_64", "amd64") and sys.platform != "win32":
    extensions.append(kernels("avx2", ["-march=x86-64-v3"]))
    extensions.append(kernels("avx512", ["-march=x86-64-v4", "-mavx512vbmi2"]))

setup(ext_modules=extensions, options={"build_ext": {"parallel": os.cpu_count() or 1}})
