#!/usr/bin/env bash
# Manual pages of click-man lack lines and show hidden commands; those of argparse-manpage lack the same lines.
#
# Both write a page for `man` from the help texts of a Python program. In such a page, a line that begins with a dot or
# an apostrophe is a request, and one of an unknown name is skipped without a message: of `.rooms` at the start of a
# line, or of `'now'`, the whole line is missing. click-man also leaves backslashes as they are, so that C:\new becomes
# C:0w; it lists commands with `hidden=True`, with a reference to a page that it does not write, and leaves the epilog
# of a command out.
# Users read sentences without their ends, and the names of commands that are not for them, while `--help` is right:
# quote file names that begin with a dot, and read the page before a release.
#
# Installs both in a temporary folder, and makes pages of a small program, which nroff shows.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without nroff.
set -euo pipefail
version=${1:-0.6.0} manpage=${2:-4.8}
if ! command -v nroff >/dev/null; then
  echo "needs nroff, which is in groff-base" >&2
  exit 69
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet "click-man==$version" "argparse-manpage==$manpage" click==8.5.1
cat >meet.py <<'PYTHON'
import argparse

import click

TEXT = """Lists talks.

The rooms are read from
.rooms in the folder, and
'now' is the current hour.
They are sorted."""


@click.group(help=TEXT)
def cli():
    pass


@cli.command(help="Shows them, as in C:\\new\\talks.", epilog="Written for the summer.")
def show():
    pass


@cli.command(help="For tests only.", hidden=True)
def secret():
    pass


def parser():
    made = argparse.ArgumentParser(
        "meet", description=TEXT, epilog="Written for the summer.",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--folder", help="as C:\\new\\talks")
    return made
PYTHON
environment/bin/python - <<'PYTHON'
import os

from click.testing import CliRunner
from click_man.core import write_man_pages

import meet

os.mkdir("click")
write_man_pages("meet", meet.cli, target_dir="click")
with open("click-help", "w") as file:
    for words in (["--help"], ["show", "--help"]):
        file.write(CliRunner().invoke(meet.cli, words).output)
with open("argparse-help", "w") as file:
    file.write(meet.parser().format_help())
PYTHON
mkdir argparse
environment/bin/argparse-manpage --pyfile meet.py --function parser >argparse/meet.1
plain() { tr -s ' \n' ' '; }
status=0
compare() {
  local tool=$1 words=$2 in_help=no on_page=no
  [[ $(plain <"$tool-help") == *"$words"* ]] && in_help=yes
  [[ $(for page in "$tool"/*.1; do nroff -man -Tascii "$page" 2>/dev/null; done | col -bx | plain) == *"$words"* ]] &&
    on_page=yes
  echo "$tool, \"$words\": expected on the page as in --help, $in_help; seen $on_page"
  [ "$in_help $on_page" = "$3" ] || status=1
}
echo "click-man $version and argparse-manpage $manpage"
for tool in click argparse; do
  compare $tool "The rooms are read from" "yes yes"
  compare $tool ".rooms in the folder" "yes no"
  compare $tool "'now' is the current hour" "yes no"
  compare $tool "They are sorted" "yes yes"
done
compare argparse 'C:\new\talks' "yes yes"
compare click 'C:\new\talks' "yes no"
compare argparse "Written for the summer" "yes yes"
compare click "Written for the summer" "yes no"
compare click "For tests only" "no yes"
compare click "meet-secret(1)" "no yes"
[ -e click/meet-secret.1 ] && written=yes || written=no
echo "a page meet-secret.1: expected yes, as it is referred to; seen $written"
[ "$written" = no ] || status=1
exit $status
