#!/usr/bin/env bash
# With Rainbow, coloring a text that already has escape sequences loses words and links.
#
# Rainbow colors texts for the terminal, and reads the colors that a text already has, so that they stay. Of other
# sequences it understands none: behind the one that erases the rest of a line, which GNU grep and gcc write after each
# color, all is dropped. A link loses the characters that make it one, and its address is shown as text; `raw` does
# not remove it either. Colors and bold in one text do not add up, as they do in a terminal: what follows the second
# sequence is no longer bold. The builder `.styled`, which the manual offers as the faster way to write the same,
# styles a text with colored parts only up to the end of the first one.
# Output of another program that is shown in red is cut: color only texts of your own, and do not use the builder for
# texts that have colors.
#
# Builds Rainbow in a temporary folder, and colors texts.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Swift.
set -euo pipefail
version=${1:-4.2.2}
if ! command -v swift >/dev/null; then
  echo "needs Swift 6" >&2
  exit 69
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Sources/Check"
cat >"$folder/Package.swift" <<SWIFT
// swift-tools-version: 6.0
import PackageDescription
let package = Package(
  name: "Check",
  dependencies: [.package(url: "https://github.com/onevcat/Rainbow", exact: "$version")],
  targets: [.executableTarget(name: "Check", dependencies: ["Rainbow"], swiftSettings: [.swiftLanguageMode(.v5)])])
SWIFT
cat >"$folder/Sources/Check/main.swift" <<'SWIFT'
import Foundation
import Rainbow

Rainbow.enabled = true
Rainbow.outputTarget = .console
let escape = "\u{1B}"
func visible(_ text: String) -> String { text.replacingOccurrences(of: escape, with: "ESC") }
var same = true
func compare(_ name: String, _ expected: String, _ seen: String, _ known: String) {
  print("\(name): expected \(visible(expected)); seen \(visible(seen))")
  same = same && visible(seen) == known
}

print("Rainbow \(CommandLine.arguments[1])")
let found = "a \(escape)[01;31m\(escape)[Krope\(escape)[m\(escape)[K for all"
compare("raw of a match of grep in colors", "a rope for all", found.raw, "a ")
compare("the same, underlined, then raw", "a rope for all", found.underline.raw, "a ")
let link = "\(escape)]8;;https://example.org\(escape)\\talks\(escape)]8;;\(escape)\\"
compare("raw of a link to talks", "talks", link.raw, "]8;;https://example.org\\talks]8;;\\")
let added = "\(escape)[1mbold \(escape)[31mbold and red\(escape)[0m"
compare(
  "bold, then also red, underlined", "\(escape)[1;4mbold \(escape)[0m\(escape)[1;31;4mbold and red\(escape)[0m",
  added.underline, "ESC[1;4mbold ESC[0mESC[31;4mbold and redESC[0m")
let mixed = "\("now".red) and next"
compare("a red word and two others, bold", mixed.bold, mixed.bold, "ESC[31;1mnowESC[0mESC[1m and nextESC[0m")
compare("the same with the builder", mixed.bold, mixed.styled.bold.build(), "ESC[1mESC[31mnowESC[0m and nextESC[0m")
exit(same ? 0 : 1)
SWIFT
swift build --package-path "$folder" >"$folder/build.log" 2>&1 || { tail "$folder/build.log"; exit 1; }
"$folder/.build/debug/Check" "$version"
