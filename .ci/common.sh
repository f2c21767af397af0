# For the checks that need extensions made in another way: each works on a copy of the
# sources in build/NAME, which it leaves there. Sourced by them, with NAME as argument.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=$(realpath --no-symlinks "${PYTHON:-$root/.venv/bin/python}")
cores=$(nproc)

skip() { echo "skipped: $*"; exit 0; }

needs() { # COMMAND...
    for command; do
        command -v "$command" > /dev/null || skip "$name needs $command, which is not installed"
    done
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

built() { "$python" setup.py -q build_ext --inplace; }

# The levels that this processor runs, from slow to fast, and the slowest and the fastest.
available() {
    (cd "$root" && "$python" -c \
        'import ddz_core; print(*ddz_core.cpu_features()["available"])')
}
ends() { echo "${LEVELS:-$(available)}" | awk '{ print (NF > 1) ? $1 " " $NF : $1 }'; }

run_python() { "$python" "$@"; }

tests() { # FILE..., without "tests/test_" and ".py"
    local files=()
    for file; do files+=("tests/test_$file.py"); done
    run_python -m pytest --quiet "${files[@]}"
}
