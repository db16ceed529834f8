#!/usr/bin/env bash
# With TOMLKit, a whole number is no Double, a time is no Date, and YAML is written without quotes that it needs.
#
# TOMLKit reads TOML, and decodes types of Swift. If a property is a Double, `length = 45` is an error: the key does not
# exist, also if the property is optional, and a list with 1 and 2.5 cannot be decoded. JSONDecoder takes both. A Date
# cannot be read from a time of TOML, only from a number of seconds since 2001, which the encoder writes. `convert(to:
# .yaml)` writes the texts `123`, `no` and `null` without quotes, so that readers of YAML see a number, a Boolean and
# nothing.
# Settings that a person edits from 45.5 to 45 stop the program, with a message that the line is missing: write 45.0,
# or decode TOMLDateTime and numbers by hand, and convert to JSON instead of YAML.
#
# Builds TOMLKit in a temporary folder, and reads settings.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Swift.
set -euo pipefail
version=${1:-0.6.0}
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
  dependencies: [.package(url: "https://github.com/LebJe/TOMLKit", exact: "$version")],
  targets: [.executableTarget(name: "Check", dependencies: ["TOMLKit"], swiftSettings: [.swiftLanguageMode(.v5)])])
SWIFT
cat >"$folder/Sources/Check/main.swift" <<'SWIFT'
import Foundation
import TOMLKit

struct Settings: Codable {
  var length: Double?
  var shares: [Double]?
}
struct Opening: Codable { var at: Date }
var same = true
func compare(_ name: String, _ expected: String, _ seen: String, _ known: String) {
  print("\(name): expected \(expected); seen \(seen)")
  same = same && seen == known
}
func tried(_ action: () throws -> String) -> String {
  do { return try action() } catch { return String("\(error)".prefix { $0 != ":" }) }
}
func settings(_ text: String) -> String {
  tried {
    let read = try TOMLDecoder().decode(Settings.self, from: text)
    return "\(read.length ?? 0), \(read.shares ?? [])"
  }
}

print("TOMLKit \(CommandLine.arguments[1])")
compare("length = 45.5", "45.5, []", settings("length = 45.5\nshares = []"), "45.5, []")
compare("length = 45", "45.0, []", settings("length = 45\nshares = []"), "DecodingError.keyNotFound")
let shares = settings("length = 1.0\nshares = [1, 2.5]")
compare("shares = [1, 2.5]", "1.0, [1.0, 2.5]", shares, "DecodingError.typeMismatch")
let json = tried {
  "\(try JSONDecoder().decode(Settings.self, from: Data(#"{"length": 45, "shares": [1, 2.5]}"#.utf8)).shares ?? [])"
}
compare("the same in JSON", "[1.0, 2.5]", json, "[1.0, 2.5]")
let time = "2026-06-10T10:00:00Z"
let opening = tried { try TOMLDecoder().decode(Opening.self, from: "at = \(time)").at.ISO8601Format() }
compare("at = \(time) as a Date", time, opening, "DecodingError.typeMismatch")
let written = try TOMLEncoder().encode(Opening(at: Date(timeIntervalSinceReferenceDate: 802_778_400)))
compare("that Date, written", "at = \(time)", written, "at = 802778400.0")
let texts = try TOMLTable(string: "code = '123'\nopen = 'no'\nroom = 'null'\nstart = '10:30'")
let yaml = texts.convert(to: .yaml).split(separator: "\n").joined(separator: ", ")
let quoted = "code: '123', open: 'no', room: 'null', start: '10:30'"
compare("four texts as YAML", quoted, yaml, "code: 123, open: no, room: null, start: '10:30'")
exit(same ? 0 : 1)
SWIFT
swift build --package-path "$folder" >"$folder/build.log" 2>&1 || { tail "$folder/build.log"; exit 1; }
"$folder/.build/debug/Check" "$version"
