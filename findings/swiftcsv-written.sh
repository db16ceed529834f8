#!/usr/bin/env bash
# With SwiftCSV, a table that is read and written has other rows: line breaks and leading spaces are not quoted.
#
# SwiftCSV reads values in quotes with all that they contain. `serialized` puts a value in quotes only if it contains
# the delimiter or a quote: each line of an abstract becomes a row of its own, and spaces at the start of a value are
# skipped when it is read again, although RFC 4180 counts them to the value. The reader also leaves out an empty last
# value if the file does not end with a line break, and if two columns have one name, the last one stands for both.
# A talk with two paragraphs is two talks after the table was saved, and no error tells: write such values with a
# function of your own, and name the columns of several speakers differently.
#
# Builds SwiftCSV in a temporary folder, and reads tables that it has written.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Swift.
set -euo pipefail
version=${1:-0.10.0}
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
  dependencies: [.package(url: "https://github.com/swiftcsv/SwiftCSV", exact: "$version")],
  targets: [.executableTarget(name: "Check", dependencies: ["SwiftCSV"], swiftSettings: [.swiftLanguageMode(.v5)])])
SWIFT
cat >"$folder/Sources/Check/main.swift" <<'SWIFT'
import Foundation
import SwiftCSV

func rows(_ text: String) throws -> [[String]] { try CSV<Enumerated>(string: text).rows }
func again(_ text: String) throws -> [[String]] { try rows(CSV<Enumerated>(string: text).serialized) }
var same = true
func compare(_ name: String, _ expected: [[String]], _ seen: [[String]], _ known: [[String]]) {
  print("\(name): expected \(expected); seen \(seen)")
  same = same && seen == known
}

print("SwiftCSV \(CommandLine.arguments[1])")
let paragraphs = [["Ropes", "first\nsecond"], ["Knots", "x"]]
let text = "title,abstract\nRopes,\"first\nsecond\"\nKnots,x\n"
compare("an abstract of two lines, read", paragraphs, try rows(text), paragraphs)
compare("read, written and read", paragraphs, try again(text), [["Ropes", "first"], ["second", ""], ["Knots", "x"]])
let spaces = "title,code\nRopes,\"  loop\"\n"
compare("a value with leading spaces, read", [["Ropes", "  loop"]], try rows(spaces), [["Ropes", "  loop"]])
compare("read, written and read", [["Ropes", "  loop"]], try again(spaces), [["Ropes", "loop"]])
compare("an empty last value, before a line break", [["Ropes", ""]], try rows("title,room\nRopes,\n"), [["Ropes", ""]])
compare("an empty last value, at the end", [["Ropes", ""]], try rows("title,room\nRopes,"), [["Ropes"]])
let speakers = try CSV<Named>(string: "title,speaker,speaker\nRopes,Ada,Ben\n")
let columns = speakers.columns?["speaker"] ?? []
print("two columns named speaker with Ada and Ben: expected both; seen \(columns)")
let written = speakers.serialized.split(separator: "\n").map(String.init)
print("written: expected Ropes,Ada,Ben; seen \(written[1])")
exit(same && columns == ["Ben"] && written[1] == "Ropes,Ben,Ben" ? 0 : 1)
SWIFT
swift build --package-path "$folder" >"$folder/build.log" 2>&1 || { tail "$folder/build.log"; exit 1; }
"$folder/.build/debug/Check" "$version"
