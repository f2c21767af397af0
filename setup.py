"""The extensions and their compiler flags; everything else is in pyproject.toml."""

import os
import platform
import sys
from glob import glob

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

DIRECTIVES = {
    # What is not pickled by a method of its own cannot be: Cython would copy pointers.
    "auto_pickle": False,
    "boundscheck": False,
    "cdivision": True,
    "embedsignature": True,
    "freethreading_compatible": True,
    "initializedcheck": False,
    "language_level": 3,
}
FLAGS = [] if sys.platform == "win32" else ["-O3", "-fno-semantic-interposition"]
# The kernels are small functions used in several places, and Cython has no word for
# "always put in line". What GCC thinks too large for it, the lists with kickers above all,
# took up to a tenth longer out of line. How many kernels a unit has no longer matters.
INLINE = ["--param=max-inline-insns-single=1000"]
# Symbols for debuggers would make a wheel several times as large.
LINK_FLAGS = ["-Wl,-s"] if sys.platform == "linux" else []
# For `make sanitize` and its like: other flags, and the symbols kept; fewer levels.
if "DDZ_FLAGS" in os.environ:
    FLAGS, LINK_FLAGS = os.environ["DDZ_FLAGS"].split(), []
LEVELS = {"plain": []}
if platform.machine().lower() in ("x86_64", "amd64") and sys.platform != "win32":
    LEVELS["avx2"] = ["-march=x86-64-v3"]
    LEVELS["avx512"] = ["-march=x86-64-v4", "-mavx512vbmi2"]
if "DDZ_LEVELS" in os.environ:
    LEVELS = {level: LEVELS[level] for level in os.environ["DDZ_LEVELS"].split()}


def extension(name, source, flags=(), macros=(), build_dir="door"):
    """The extension ``ddz_core._core.name``, made from ``src/source.pyx``."""
    bare = Extension(f"ddz_core._core.{name}", [f"src/{source}.pyx"])
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
    made.extra_link_args = [*LINK_FLAGS]
    made.define_macros = [("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION"), *macros]
    return made


def kernels(level, flags):
    """The kernels of each room for one processor level, all from the same sources."""
    flags = [*(INLINE if FLAGS else ()), *flags]
    told = {"DDZ_LEVEL": level, "DDZ_FLAGS": " ".join([*FLAGS, *flags])}
    macros = [(name, f'"{text}"') for name, text in told.items()]
    return [
        extension(f"{room}_{level}", f"{room}/kernels", flags, macros, build_dir=level)
        for room in ROOMS
    ]


ROOMS = ("cards", "variants", "play", "search", "players")
DOOR = (
    "batch",
    "compiled",
    "dealer",
    "features",
    "loader",
    "memory",
    "play_phase",
    "public_cards",
    "queries",
    "rollouts",
    "solver",
    "threads",
    "timing",
    "values",
    "vector",
    "whole_games",
)
ADAPTERS = (
    "douzero",
    "douzero_arrays",
    "douzero_cards",
    "gymnasium",
    "move_ids",
    "openspiel",
    "rlcard",
)

extensions = [extension(name, f"door/{name}") for name in DOOR]
extensions += [extension(name, f"adapters/{name}") for name in ADAPTERS]
for level, flags in LEVELS.items():
    extensions += kernels(level, flags)

setup(ext_modules=extensions, options={"build_ext": {"parallel": os.cpu_count() or 1}})
