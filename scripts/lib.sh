# shellcheck shell=bash
# Set-up shared by the scripts of this folder: packages and build. To be sourced; sets `root` to the folder of the
# repository. A failure ends the script with one last line on standard error and status 2; nothing here writes
# to standard output or reads standard input.

root=${BASH_SOURCE[0]%/*}/..

# Debian packages that a build needs.
build_packages=(g++ cmake ninja-build catch2 libboost-program-options-dev libtbb-dev libzstd-dev libxxhash-dev nettle-dev
    nlohmann-json3-dev libfmt-dev)

fail() {
    printf 'retrograde: %s\n' "$1" >&2
    exit 2
}

# missing_packages PACKAGE...: prints those that are not installed.
missing_packages() {
    local installed package
    # shellcheck disable=SC2016 # the fields are dpkg's, not the shell's
    installed=" $(dpkg-query --show --showformat='${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true)"
    for package in "$@"; do
        [[ $installed == *" installed:$package "* ]] || printf '%s\n' "$package"
    done
}

# install_packages PACKAGE...: installs what is missing, and does nothing where nothing is. On a system without
# Debian's tools CMake will say what is missing.
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then return; fi
    local missing log
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then return; fi

    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "cannot install ${missing[*]}: neither root nor sudo"
        apt=(sudo "${apt[@]}")
    fi
    printf 'retrograde: installing %s ...\n' "${missing[*]}" >&2
    if ! log=$({ "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${missing[@]}"; } 2>&1 </dev/null)
    then
        fail "cannot install ${missing[*]}: $(grep -m 1 '^E: ' <<<"$log" || tail -n 1 <<<"$log")"
    fi
}

# is_current PRESET: whether the program was built after the last change of its sources. Starts no process, so that
# asking costs next to nothing. Folders count too: they change when a file comes or goes.
is_current() {
    local stamp=$root/build/$1/.built source
    [[ -x $root/build/$1/retrograde && -f $stamp ]] || return 1
    shopt -s globstar
    for source in "$root"/{include,src}/** "$root"/{CMakeLists.txt,CMakePresets.json}; do
        [[ $source -nt $stamp ]] && return 1
    done
    return 0
}

# compile PRESET TARGET: configures and builds; all output goes to standard output.
compile() {
    local folder=$root/build/$1 arguments=()
    # A folder that was configured at another place, before the repository was moved or copied, is of no use.
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt" 2>/dev/null || arguments+=(--fresh)
    [[ -z ${RETROGRADE_WERROR-} ]] || arguments+=("-DRETROGRADE_WERROR=$RETROGRADE_WERROR")
    cmake -S "$root" --preset "$1" "${arguments[@]}" && cmake --build "$folder" --target "$2"
}

# build PRESET TARGET: installs missing packages and builds into build/PRESET. Only one run builds at a time. What
# changes during the build counts as changed after it.
build() {
    root=$(cd -P -- "$root" && pwd)
    local folder=$root/build/$1
    { mkdir -p "$folder" && exec 9>"$root/build/.lock"; } 2>/dev/null || fail "cannot write to $root/build"
    flock 9
    if [[ $2 != retrograde-cli ]] || ! is_current "$1"; then
        install_packages "${build_packages[@]}"
        printf 'retrograde: building %s ...\n' "$1" >&2
        touch "$folder/.started"
        if ! compile "$1" "$2" </dev/null &>"$folder/build.log"; then
            cat "$folder/build.log" >&2
            fail "the build failed; its output is in $folder/build.log"
        fi
        mv "$folder/.started" "$folder/.built"
    fi
    exec 9>&-
}
