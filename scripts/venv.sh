# prepare [test]: make sure that an environment holds kibitz (and what the tests need); set $venv to it.
# That is .venv in this folder (.venv-newest with KIBITZ_NEWEST=1) or, where one may not write here, a
# folder in the user's cache.
# When it is there, this costs a few tests of the shell and starts no program.

prepare() {
    unset PYTHONDONTWRITEBYTECODE  # else every start would compile every module anew
    venv=$home/.venv${KIBITZ_NEWEST:+-newest}
    is_ready "$@" && return
    if ! [ -w "$home" ]; then
        in_the_cache "$@"
        is_ready "$@" && return
    fi
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$python" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            "$python" "$home/scripts/install.py" "${1:-}" "$venv" || exit 2
            return
        fi
    done
    echo "kibitz: Python 3.11 or newer is needed, and none was found on the PATH" >&2
    exit 2
}

# is_ready [test]: whether $venv is finished, newer than what it was made from (catalogues of the
# languages too, which are then compiled), and made for here.
is_ready() {
    ready=$venv/ready${1:+-$1}
    [ "$ready" -nt "$home/pyproject.toml" ] && [ "$ready" -nt "$home/locks/${1:-web}.txt" ] || return
    for catalogue in "$home"/src/kibitz/locale/*/LC_MESSAGES/kibitz.po; do
        [ "$ready" -nt "$catalogue" ] || return
    done
    read -r installed_from <"$ready"
    [ "$installed_from" -ef "$home" ]
}

# in_the_cache [test]: set $venv to this checkout's folder in the user's cache, or say why not.
in_the_cache() {
    here=$(cd "$home" && pwd -P)
    if [ -n "${1:-}" ]; then
        echo "kibitz: the tests write into $here, and you may not: copy it to a folder of your own" >&2
        exit 2
    fi
    cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    if [ -z "$cache" ]; then
        echo "kibitz: you may not write into $here, and neither HOME nor XDG_CACHE_HOME names another folder for the install" >&2
        exit 2
    fi
    venv=$cache/kibitz/checkouts$here/${venv##*/}
    export PYTHONPYCACHEPREFIX="$venv/bytecode"  # for the same reason
}
