#!/bin/sh
# Builds konf and installs it with its manual pages and the completion of words in bash, zsh and fish:
#
#     Resources/install.sh [--prefix DIR]
#     Resources/install.sh [--prefix DIR] --uninstall
#
# DIR is ~/.local unless it is given. What is installed is listed in DIR/share/konf/installed, and
# --uninstall removes exactly that. In a release, the program beside this script is installed, and the
# variable KONF names another one; nothing is built then.
set -eu

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

prefix=${HOME:+$HOME/.local}
uninstalls=
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || fail "--prefix: the value is missing; expected a folder"; prefix=$2; shift ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) uninstalls=yes ;;
    -h | --help) sed -n '2,/^set/s/^#\( \|$\)//p' "$0"; exit 0 ;;
    *) fail "unknown argument \"$1\"; expected --prefix DIR or --uninstall" ;;
  esac
  shift
done
[ -n "$prefix" ] || fail "HOME is not set; --prefix DIR says where to install"
case $prefix in
  /*) ;;
  *) prefix=$(pwd)/$prefix ;;
esac
list=$prefix/share/konf/installed

# Removes what the list names: the files, then the folders that are empty now.
uninstall() {
  grep -v '/$' "$list" | while IFS= read -r name; do
    rm -f "$prefix/$name"
  done
  folders=$(grep '/$' "$list" | sort -r)
  rm -f "$list"
  for folder in $folders; do
    rmdir "$prefix/$folder" 2>/dev/null || :
  done
}

if [ -n "$uninstalls" ]; then
  [ -f "$list" ] || fail "nothing is installed: there is no $list"
  uninstall
  echo "removed konf from $prefix; ratings and schedules are where they were"
  exit 0
fi

folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
konf=${KONF-}
if [ -z "$konf" ] && [ -x "$folder/bin/konf" ]; then konf=$folder/bin/konf; fi
if [ -z "$konf" ]; then
  package=${folder%/*}
  swift build --package-path "$package" -c release --product konf
  konf=$(swift build --package-path "$package" -c release --show-bin-path)/konf
fi
# Files that an older version installed and this one does not would be left over.
if [ -f "$list" ]; then uninstall; fi
made=
# make FOLDER: makes a folder below the prefix and those it is in, and lists the new ones
make() {
  case $1 in */*) make "${1%/*}" ;; esac
  if [ ! -d "$prefix/$1" ]; then
    mkdir "$prefix/$1"
    made="$made$1/
"
  fi
}

mkdir -p "$prefix"
make share/konf
printf '%s' "$made" >"$list"

# put NAME COMMAND...: installs what a command prints; the name is on the list before there is a file
put() {
  name=$1
  shift
  made=
  make "${name%/*}"
  printf '%s%s\n' "$made" "$name" >>"$list"
  "$@" >"$prefix/$name"
}

put bin/konf cat "$konf"
chmod 755 "$prefix/bin/konf"
konf=$prefix/bin/konf
put share/man/man1/konf.1 "$konf" help --man
commands=$("$konf" __complete fish '' | cut -f 1)
[ -n "$commands" ] || fail "$konf lists no commands"
for command in $commands; do
  put "share/man/man1/konf-$command.1" "$konf" help --man "$command"
done
put share/bash-completion/completions/konf "$konf" help --completion bash
put share/zsh/site-functions/_konf "$konf" help --completion zsh
put share/fish/vendor_completions.d/konf.fish "$konf" help --completion fish

echo "installed konf in $prefix/bin, with manual pages and completions in $prefix/share"
case :${PATH-}: in
  *":$prefix/bin:"*) ;;
  *) echo "to do: add $prefix/bin to PATH" ;;
esac
case $prefix in
  /usr | /usr/local) ;;
  *) echo "to do for zsh: put fpath+=($prefix/share/zsh/site-functions) before compinit in ~/.zshrc" ;;
esac
echo "to remove it: Resources/install.sh --prefix $prefix --uninstall"
