# For the checks that need extensions made in another way: each works on a copy of the
# sources in build/NAME, which it leaves there. Sourced by them; NAME is set before.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=$(realpath --no-symlinks "${PYTHON:-$root/.venv/bin/python}")
cores=$(nproc)

skip() {
    printf '\n!! SKIPPED: %s. Nothing has been checked by it.\n\n' "$*"
    exit 0
}

step() { printf -- '-- %s: %s (after %s s)\n' "$name" "$1" "$SECONDS"; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# Debian's packages, installed if one of the commands is missing.
needs() { # COMMAND... -- PACKAGE...
    local missing=no
    while [ "$1" != -- ]; do
        command -v "$1" > /dev/null || missing=yes
        shift
    done
    shift
    if [ "$missing" = no ]; then return; fi
    step "installing $*"
    # Another program may be installing something: it is waited for.
    local get=(apt-get --quiet --quiet --yes -o DPkg::Lock::Timeout=300)
    { as_root "${get[@]}" update && as_root "${get[@]}" install --no-install-recommends "$@"; } \
        > /dev/null || skip "$name needs $*, and apt-get cannot install that"
}

# The C files come along, with the times that Cython goes by, so that it need not make
# them again.
copied() {
    cd "$root"
    rm -rf "build/$name"
    mkdir -p "build/$name/build"
    cp -a setup.py pyproject.toml README.md LICENSE src ddz_core tests examples "build/$name"
    if [ -d build/cython ]; then cp -a build/cython "build/$name/build"; fi
    rm -f "build/$name"/ddz_core/_core/*.so
    cd "build/$name"
    export PYTHONPATH=$PWD
}

built() {
    step "building"
    "$python" setup.py -q build_ext --inplace > build/log 2>&1 || { tail -50 build/log; exit 1; }
}

# The levels that this processor runs, from slow to fast, and the slowest and the fastest.
available() {
    (cd "$root" && "$python" -c \
        'import ddz_core; print(*ddz_core.cpu_features()["available"])')
}
ends() { available | awk '{ print (NF > 1) ? $1 " " $NF : $1 }'; }

run_python() { "$python" "$@"; }

tests() { # FILE..., without "tests/test_" and ".py"; options before them
    local given=()
    for each; do
        case $each in
            -*) given+=("$each") ;;
            *) given+=("tests/test_$each.py") ;;
        esac
    done
    step "tests ${DDZ_LEVEL:-}: $*"
    # What a sanitizer says before it ends the process goes past Python.
    run_python -m pytest --quiet --capture=sys "${given[@]}"
}

# A test that leaves no room for the memory of a sanitizer.
no_room=--deselect=tests/test_threads.py::test_fewer_threads_do_where_the_system_has_no_more

# A check that notices nothing proves nothing: a fault in tests/planted/ must end it.
notices() { # FAULT MESSAGE
    local said
    if said=$(run_python tests/planted/commit.py ./planted.so "$1" 2>&1); then
        echo "$name does not notice the planted fault '$1'"
        exit 1
    fi
    if ! grep --quiet "$2" <<< "$said"; then
        printf 'of the planted fault "%s" %s says:\n%s\n' "$1" "$name" "$said"
        exit 1
    fi
    step "notices the planted fault '$1'"
}
