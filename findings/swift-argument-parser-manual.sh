#!/usr/bin/env bash
# The manual page that swift-argument-parser makes of a program lacks lines, letters and values.
#
# The plugin `generate-manual` writes a page in mdoc from the help texts of a program. Letters outside of ASCII are
# left out, so that a café is a caf. Of a text of several lines, only the start of the first one is protected: a later
# line that begins with a dot or an apostrophe is a macro for `man`, which knows none of that name and shows nothing.
# The values of an option that `--help` lists, those of an enumeration, are missing, and so is the value that applies
# if it is not given.
# Users read sentences without their objects, and names of people and towns that are wrong, while `--help` is right:
# put no file name that begins with a dot at the start of a line, and read the page before a release.
#
# Builds a small program in a temporary folder, makes its manual page, and shows it with nroff.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Swift or nroff.
set -euo pipefail
version=${1:-1.8.2}
if ! command -v swift >/dev/null || ! command -v nroff >/dev/null; then
  echo "needs Swift 6 and nroff, which is in groff-base" >&2
  exit 69
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Sources/meet"
cat >"$folder/Package.swift" <<SWIFT
// swift-tools-version: 6.0
import PackageDescription
let package = Package(
  name: "meet", platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", exact: "$version")],
  targets: [
    .executableTarget(
      name: "meet", dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")])
  ])
SWIFT
cat >"$folder/Sources/meet/Meet.swift" <<'SWIFT'
import ArgumentParser

enum Kind: String, CaseIterable, ExpressibleByArgument { case talk, workshop }

@main struct Meet: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the talks of a café.",
    discussion: """
      The rooms are read from
      .rooms in the folder of the talks, and
      'now' is the current hour. They are
      sorted by name.
      """)
  @Option(help: "What to list.") var kind = Kind.talk
}
SWIFT
cd "$folder"
swift package --allow-writing-to-package-directory generate-manual >build.log 2>&1 || { tail build.log; exit 1; }
page=$(nroff -mdoc -Tutf8 .build/plugins/GenerateManual/outputs/meet/meet.1 2>/dev/null | col -bx | tr -s ' \n' ' ')
help=$("$(find .build/ -path '*/release/meet' -type f | head -1)" --help | tr -s ' \n' ' ')
status=0
compare() {
  local words=$1 on_page=no in_help=no
  [[ $help == *"$words"* ]] && in_help=yes
  [[ $page == *"$words"* ]] && on_page=yes
  echo "\"$words\": expected in --help and on the page; seen in --help: $in_help; on the page: $on_page"
  [ "$in_help $on_page" = "yes $2" ] || status=1
}
echo "swift-argument-parser $version: a program with one option, and a description of four lines"
compare "The rooms are read from" yes
compare "sorted by name" yes
compare "Lists the talks of a café" no
compare ".rooms in the folder of the talks, and" no
compare "'now' is the current hour. They are" no
compare "values: talk, workshop" no
compare "default: talk" no
exit $status
