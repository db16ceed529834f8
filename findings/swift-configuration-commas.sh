#!/usr/bin/env bash
# With swift-configuration, an argument with a comma is ignored, and quotes in a file of variables belong to the value.
#
# swift-configuration reads settings from arguments, variables and files. CommandLineArgumentsProvider splits each
# argument at commas, before it knows that one string is asked for: of `--title "Ropes, knots"`, `string(forKey:)` gets
# nothing, and the default applies without a message. With the same text in a variable, the string is whole. `--open
# yes` is no, while OPEN=yes is yes. In a file of variables, which is said to have the usual format, quotes and a
# comment behind a value are part of it, a name after `export` is not found, and an empty list is a list of one empty
# text.
# A setting has no effect for one title of many: give texts with commas in variables or files, and write files of
# variables without quotes, `export` and comments behind values.
#
# Builds swift-configuration in a temporary folder, and reads settings.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Swift.
set -euo pipefail
version=${1:-1.4.0}
if ! command -v swift >/dev/null; then
  echo "needs Swift 6.2" >&2
  exit 69
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Sources/Check"
cat >"$folder/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Check", platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      url: "https://github.com/apple/swift-configuration", exact: "$version", traits: ["CommandLineArguments"])
  ],
  targets: [
    .executableTarget(
      name: "Check", dependencies: [.product(name: "Configuration", package: "swift-configuration")],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ])
SWIFT
cat >"$folder/variables" <<'VARIABLES'
TITLE="Ropes and knots"
ROOM=Red Hall # on the left
export DAY=2
VARIABLES
cat >"$folder/Sources/Check/main.swift" <<'SWIFT'
import Configuration
import Foundation

var same = true
func compare(_ name: String, _ expected: String, _ seen: String, _ known: String) {
  print("\(name): expected \(expected); seen \(seen)")
  same = same && seen == known
}
func arguments(_ words: String...) -> ConfigReader {
  ConfigReader(provider: CommandLineArgumentsProvider(arguments: ["program"] + words))
}
func variables(_ values: [String: String]) -> ConfigReader {
  ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: values))
}

print("swift-configuration \(CommandLine.arguments[1])")
let title = "Ropes, knots"
compare("--title Ropes", "Ropes", arguments("--title", "Ropes").string(forKey: "title", default: "none"), "Ropes")
compare(
  "--title \"\(title)\"", title, arguments("--title", title).string(forKey: "title", default: "none"), "none")
compare("--title=\"\(title)\"", title, arguments("--title=\(title)").string(forKey: "title", default: "none"), "none")
compare("TITLE=\"\(title)\"", title, variables(["TITLE": title]).string(forKey: "title", default: "none"), title)
let yes = [arguments("--open", "yes"), variables(["OPEN": "yes"])].map { $0.bool(forKey: "open", default: false) }
compare("--open yes and OPEN=yes", "true, true", "\(yes[0]), \(yes[1])", "false, true")
let list = variables(["ROOMS": ""]).stringArray(forKey: "rooms", default: ["none"])
compare("ROOMS= as a list", "[]", "\(list)", "[\"\"]")
let file = ConfigReader(
  provider: try await EnvironmentVariablesProvider(environmentFilePath: .init(CommandLine.arguments[2])))
for (line, key, expected, known) in [
  ("TITLE=\"Ropes and knots\"", "title", "Ropes and knots", "\"Ropes and knots\""),
  ("ROOM=Red Hall # on the left", "room", "Red Hall", "Red Hall # on the left"),
  ("export DAY=2", "day", "2", "none"),
] as [(String, ConfigKey, String, String)] {
  compare("\(line) in a file", expected, file.string(forKey: key, default: "none"), known)
}
exit(same ? 0 : 1)
SWIFT
swift build --package-path "$folder" >"$folder/build.log" 2>&1 || { tail "$folder/build.log"; exit 1; }
"$folder/.build/debug/Check" "$version" "$folder/variables"
