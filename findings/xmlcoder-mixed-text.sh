#!/usr/bin/env bash
# With XMLCoder, a text ends where a CDATA section begins or an element of HTML.
#
# XMLCoder decodes XML into types of Swift. A String is the text of its element only if the text comes first as a
# whole: of `Ropes <![CDATA[& knots]]>` and of `Ropes <b>and</b> knots`, the value is `Ropes`, without an error. The
# same parts are read if the CDATA section comes first, and a comment does no harm. An empty element for an optional
# number is an error, although a missing one is nil. An attribute with a line break is written as it is, and XML
# reads that as a space.
# Abstracts that a feed writes with CDATA are cut after the first words, in those talks only: replace the sections by
# escaped text before decoding, and leave empty numbers out.
#
# Builds XMLCoder in a temporary folder, and decodes talks.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Swift.
set -euo pipefail
version=${1:-0.18.2}
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
  dependencies: [.package(url: "https://github.com/CoreOffice/XMLCoder", exact: "$version")],
  targets: [.executableTarget(name: "Check", dependencies: ["XMLCoder"], swiftSettings: [.swiftLanguageMode(.v5)])])
SWIFT
cat >"$folder/Sources/Check/main.swift" <<'SWIFT'
import Foundation
import XMLCoder

struct Talk: Codable {
  var title: String?
  var length: Int?
}
struct Room: Codable, DynamicNodeEncoding {
  var name: String
  static func nodeEncoding(for key: CodingKey) -> XMLEncoder.NodeEncoding { .attribute }
}
var same = true
func compare(_ name: String, _ expected: String, _ seen: String, _ known: String) {
  print("\(name): expected \(expected); seen \(seen)")
  same = same && seen == known
}
func title(_ content: String, decoder: XMLDecoder = XMLDecoder()) -> String {
  let talk = try? decoder.decode(Talk.self, from: Data("<talk><title>\(content)</title></talk>".utf8))
  return talk?.title ?? "an error"
}
func length(_ element: String) -> String {
  guard let talk = try? XMLDecoder().decode(Talk.self, from: Data("<talk>\(element)</talk>".utf8)) else {
    return "an error"
  }
  return talk.length.map(String.init) ?? "nil"
}

print("XMLCoder \(CommandLine.arguments[1])")
for content in ["Ropes &amp; knots", "<![CDATA[Ropes &]]> knots", "Ropes &amp;<!-- or? --> knots"] {
  compare(content, "Ropes & knots", title(content), "Ropes & knots")
}
compare("Ropes <![CDATA[& knots]]>", "Ropes & knots", title("Ropes <![CDATA[& knots]]>"), "Ropes")
compare("Ropes <![CDATA[&]]> knots", "Ropes & knots", title("Ropes <![CDATA[&]]> knots"), "Ropes")
let kept = title("Ropes <![CDATA[&]]> knots", decoder: XMLDecoder(trimValueWhitespaces: false))
compare("the same with trimValueWhitespaces: false", "Ropes & knots", kept, "Ropes ")
compare("Ropes <b>and</b> knots", "Ropes and knots, or an error", title("Ropes <b>and</b> knots"), "Ropes")
compare("an optional length that is missing", "nil", length(""), "nil")
compare("an empty one", "nil", length("<length/>"), "an error")
let written = try XMLEncoder().encode(Room(name: "Red\nHall"), withRootKey: "room")
let read = try XMLDecoder().decode(Room.self, from: written).name
compare("an attribute of two lines, written and read", "\"Red\\nHall\"", read.debugDescription, "\"Red Hall\"")
exit(same ? 0 : 1)
SWIFT
swift build --package-path "$folder" >"$folder/build.log" 2>&1 || { tail "$folder/build.log"; exit 1; }
"$folder/.build/debug/Check" "$version"
