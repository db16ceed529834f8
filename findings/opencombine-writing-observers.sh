#!/usr/bin/env bash
# With OpenCombine, the order of subscribers is random, and one that writes leaves others, or the property, behind.
#
# OpenCombine has the publishers of Apple's Combine for Linux. The subscribers of a subject are told in an order of
# their places in memory, which differs between two subjects and between two runs, and not in that of `sink`. If the
# one that is told first sends a new value, for instance to correct the one that it gets, the other one is told the new
# value first and the old one last, and stays with that. A property with @Published tells its observers before it is
# set: they are told the corrected value, and then the property gets the one that was to be corrected.
# A room that was corrected is wrong in a view in half of the runs, and always wrong when it is saved: do not send
# within `sink`, but later, on a scheduler, and make one subscriber of those that need an order.
#
# Builds OpenCombine in a temporary folder, with subscribers that make 2 of 1.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Swift.
set -euo pipefail
version=${1:-0.14.0}
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
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "$version")],
  targets: [.executableTarget(name: "Check", dependencies: ["OpenCombine"], swiftSettings: [.swiftLanguageMode(.v5)])])
SWIFT
cat >"$folder/Sources/Check/main.swift" <<'SWIFT'
import Foundation
import OpenCombine

final class Model: ObservableObject {
  @OpenCombine.Published var room = 0
}
var same = true
var subscriptions: Set<AnyCancellable> = []
func compare(_ name: String, _ expected: String, _ seen: String, _ known: String) {
  print("\(name): expected \(expected); seen \(seen)")
  same = same && seen == known
}

print("OpenCombine \(CommandLine.arguments[1]): 400 subjects with the value 0, which becomes 1")
let count = 400
var inOrder = 0
for _ in 1...count {
  let subject = PassthroughSubject<Int, Never>()
  var told: [String] = []
  subject.sink { _ in told.append("first") }.store(in: &subscriptions)
  subject.sink { _ in told.append("second") }.store(in: &subscriptions)
  subject.send(1)
  inOrder += told == ["first", "second"] ? 1 : 0
}
print("the subscribers are told in the order of their subscriptions: expected \(count) times; seen \(inOrder)")
var left = 0
var right = 0
for _ in 1...count {
  let subject = CurrentValueSubject<Int, Never>(0)
  var last = 0
  subject.sink { if $0 == 1 { subject.send(2) } }.store(in: &subscriptions)
  subject.sink { last = $0 }.store(in: &subscriptions)
  subject.send(1)
  right += subject.value == 2 ? 1 : 0
  left += last == 1 ? 1 : 0
}
print("the first subscriber makes 2 of it, and the subject has that: expected \(count) times; seen \(right)")
print("the second one was told 1 last: expected 0 times; seen \(left)")
same = same && right == count && (1..<count).contains(left) && (1..<count).contains(inOrder)

let model = Model()
var (one, other): ([Int], [Int]) = ([], [])
model.$room.sink {
  one.append($0)
  if $0 == 1 { model.room = 2 }
}.store(in: &subscriptions)
model.$room.sink { other.append($0) }.store(in: &subscriptions)
model.room = 1
compare("@Published, last told to both", "2, 2", "\(one.last ?? -1), \(other.last ?? -1)", "2, 2")
compare("the property", "2", "\(model.room)", "1")
exit(same ? 0 : 1)
SWIFT
swift build --package-path "$folder" >"$folder/build.log" 2>&1 || { tail "$folder/build.log"; exit 1; }
"$folder/.build/debug/Check" "$version"
