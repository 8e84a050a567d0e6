# What the scripts share; sourced, not run. Sets `root` (the project), `build` (the build folder).
#
#   TERRANE_BUILD_DIR   where to build (default: build/, or build-<sanitizers>/ with sanitizers)
#   TERRANE_SANITIZE    sanitizers, comma separated: address, undefined, thread
#   TERRANE_COVERAGE    ON: with counters of what runs, into build-coverage/
#   TERRANE_CUDA        whether tests use NVRTC. AUTO: where it is found (default); ON: it must be; OFF: no
#   TERRANE_JOBS        how many things to do at once (default: the number of processors)
# shellcheck shell=bash disable=SC2034

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sanitize=${TERRANE_SANITIZE:-}
cuda=${TERRANE_CUDA:-AUTO}
jobs=${TERRANE_JOBS:-$(nproc)}
coverage=${TERRANE_COVERAGE:-}
default_build=$root/build${sanitize:+-${sanitize//,/-}}${coverage:+-coverage}
build=${TERRANE_BUILD_DIR:-$default_build}
case $build in
  /*) ;;
  *) build=$PWD/$build ;;
esac

# Prints the comment at the head of a script, from its second line to the first that is no comment.
usage() { sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$1"; }
