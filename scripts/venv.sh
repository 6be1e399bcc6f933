# prepare [test]: make sure that $home/.venv holds kibitz (and what the tests need).
# When it does, this costs three tests of the shell and starts no program.

prepare() {
    ready=$home/.venv/ready${1:+-$1}
    if [ "$ready" -nt "$home/pyproject.toml" ]; then
        read -r installed_from <"$ready"
        [ "$installed_from" -ef "$home" ] && return
    fi
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            "$python" "$home/scripts/install.py" "$@" || exit 2
            return
        fi
    done
    echo "kibitz: Python 3.11 or newer is needed, and none was found on the PATH" >&2
    exit 2
}
