#!/bin/sh
# Makes a release of konf that can be checked: a tarball and its SHA-256 sum.
#
#     Resources/release.sh [--output DIR]
#
# DIR is .build/dist unless it is given. The tarball has the program, which is static on Linux, the
# manual pages, the completions for bash, zsh and fish, the JSON schema, and the installer, which needs
# no toolchain there. The same commit gives the same bytes in any folder. The variable KONF names a
# program to pack; nothing is built then.
set -eu

fail() {
  echo "release.sh: $*" >&2
  exit 1
}

package=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
output=$package/.build/dist
while [ $# -gt 0 ]; do
  case $1 in
    --output) [ $# -gt 1 ] || fail "--output: the value is missing; expected a folder"; output=$2; shift ;;
    --output=*) output=${1#--output=} ;;
    -h | --help) sed -n '2,/^set/s/^#\( \|$\)//p' "$0"; exit 0 ;;
    *) fail "unknown argument \"$1\"; expected --output DIR" ;;
  esac
  shift
done

konf=${KONF-}
if [ -z "$konf" ]; then
  swift build --package-path "$package" -c release --product konf
  konf=$(swift build --package-path "$package" -c release --show-bin-path)/konf
fi
version=$("$konf" --version)
version=${version#konf }
name=konf-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
# The installer knows what belongs to an installation; its list and its remarks are for a real one.
KONF=$konf "$package/Resources/install.sh" --prefix "$work/$name" >/dev/null
rm -r "$work/$name/share/konf"
"$konf" help schema >"$work/$name/share/konf.schema.json"
cp "$package/Resources/install.sh" "$work/$name/install.sh"
chmod 755 "$work/$name/install.sh" "$work/$name/bin/konf"

mkdir -p "$output"
# Names in order, no owner, and one time: nothing says who made it, where and when.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='@0' --format=ustar \
  -C "$work" -cf "$work/$name.tar" "$name"
gzip -n -9 <"$work/$name.tar" >"$output/$name.tar.gz"
(cd "$output" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
cat "$output/$name.tar.gz.sha256"
