import ECSStore
import TestSupport
import Testing

/// The rule of merging, on logs of several devices that write, sync and remove the same things.
@Suite("Merging")
struct MergingTests {
  private static func subject(_ target: String) -> LogSubject {
    LogSubject(scope: "c", kind: "star", target: target)
  }

  private static func set(_ value: String, _ target: String = "a") -> LogChange {
    LogChange(subject: subject(target), value: value)
  }

  /// Devices with a shared folder.
  private struct Devices {
    let folder = TemporaryFolder()
    let logs: [ChangeLog]

    init(_ names: [String]) {
      let path = folder.path
      logs = names.map { ChangeLog(folder: "\(path)/\($0)", name: "log") }
    }

    func write(_ change: LogChange, on device: Int) throws {
      try logs[device].append(at: 0) { _ in [change] }
    }

    func remove(
      _ removal: LogChange.Removal = .removed, _ target: String = "a", on device: Int
    ) throws {
      try write(LogChange(removal, of: MergingTests.subject(target)), on: device)
    }

    @discardableResult
    func sync(_ device: Int) throws -> LogSync {
      try logs[device].sync(in: folder.path, at: 0)
    }

    /// Syncs until every device has read everything.
    func settle() throws {
      for _ in 0..<2 { for device in logs.indices { try sync(device) } }
    }

    func value(_ device: Int, _ target: String = "a") throws -> String {
      try logs[device].read().entries.latest().first { $0.change.target == target }?.change.value
        ?? ""
    }

    func values(_ target: String = "a") throws -> [String] {
      try logs.indices.map { try value($0, target) }
    }
  }

  @Test("a value holds beside a removal that did not know of it")
  func unawareRemoval() throws {
    let devices = Devices(["phone", "desk"])
    try devices.write(Self.set("yes"), on: 0)
    try devices.settle()
    try devices.remove(on: 1)
    try devices.write(Self.set("maybe"), on: 0)
    try devices.settle()
    #expect(try devices.values() == ["maybe", "maybe"])
  }

  @Test("a removal covers what its device had read, also on a device that reads it later")
  func awareRemoval() throws {
    let devices = Devices(["phone", "desk", "tablet"])
    try devices.write(Self.set("yes"), on: 0)
    try devices.sync(0)
    try devices.sync(1)
    try devices.remove(on: 1)
    try devices.sync(1)
    for device in [2, 0, 2] { try devices.sync(device) }
    #expect(try devices.values() == ["", "", ""])
  }

  @Test("a removal by an earlier program removes everything that precedes it")
  func plainRemoval() throws {
    let devices = Devices(["phone", "desk"])
    try devices.write(Self.set("yes"), on: 0)
    try devices.write(Self.set("no", "b"), on: 1)
    try devices.remove(.plain, on: 1)
    try devices.settle()
    #expect(try devices.values() == ["", ""])
  }

  @Test("a prevailing removal holds beside a value that did not know of it, until one does")
  func prevailingRemoval() throws {
    let devices = Devices(["phone", "desk"])
    for device in 0...1 { try devices.write(Self.set("yes"), on: device) }
    try devices.remove(.prevailing, on: 1)
    try devices.write(Self.set("again"), on: 0)
    try devices.settle()
    #expect(try devices.values() == ["", ""])
    try devices.write(Self.set("known"), on: 0)
    try devices.settle()
    #expect(try devices.values() == ["known", "known"])
  }

  @Test("a withdrawal takes back what its own device wrote, and nothing of others")
  func withdrawal() throws {
    let devices = Devices(["phone", "desk"])
    for device in 0...1 { try devices.write(Self.set("\(device)"), on: device) }
    try devices.settle()
    let before = try devices.value(0)
    let winner = try #require(Int(before))
    try devices.remove(.withdrawn, on: winner)
    try devices.settle()
    // The withdrawal names what it knew, so that a mark that moved is on one talk.
    #expect(try devices.values() == ["", ""])
  }

  @Test("what an older log unsays is withdrawn where files have it")
  func unsaidAgain() throws {
    let devices = Devices(["phone", "desk"])
    try devices.write(Self.set("other", "b"), on: 0)
    let path = devices.logs[0].path
    let before = try #require(Repository.bytes(of: path))
    try devices.write(Self.set("yes"), on: 0)
    try devices.sync(0)
    Files.write(before, to: path)
    // The log has the same entry once more, and does not know that it was in a file.
    try devices.write(Self.set("yes"), on: 0)
    try devices.remove(.unsaid, on: 0)
    try devices.sync(1)
    #expect(try devices.value(1) == "yes")
    try devices.settle()
    #expect(try devices.values() == ["", ""])
  }

  @Test("an entry names what it covers of other devices, and a log of one device names nothing")
  func names() throws {
    let devices = Devices(["phone", "desk"])
    for value in ["1", "2"] { try devices.write(Self.set(value), on: 0) }
    #expect(try devices.logs[0].read().entries.allSatisfy(\.names.isEmpty))
    #expect(try devices.logs[0].read().newestFormat == 1)
    try devices.settle()
    try devices.write(Self.set("3"), on: 1)
    let phone = try #require(try devices.logs[0].device())
    let last = try #require(try devices.logs[1].read().entries.last)
    #expect(last.names.text == "\(phone):2")
    #expect(try devices.logs[1].read().newestFormat == 3)
    #expect(try LogLine.decode(LogLine.encode(last)) == last)
  }

  @Test("names that no program writes are refused", arguments: ["", "x", "1:", "+", "0", "self"])
  func impossibleNames(form: String) throws {
    let device = "\(DeviceID(7))"
    let names =
      switch form {
      case "": ""
      case "0": "\(device):0"
      case "+": "\(device):+1"
      case "self": "\(device):9"
      default: "\(device)\(form)"
      }
    let fields = [
      "3", "\(DeviceID(8))", "9", "0", "c", "star", "a", "", "", "1", "yes", "", names,
    ]
    #expect(throws: LogDamage.Reason.notCanonical) { try LogLine.decode(Samples.line(fields)) }
    let sound = Samples.line(fields.dropLast() + ["\(device):8"])
    #expect(try LogLine.decode(sound).names[DeviceID(7)] == 8)
  }

  @Test(
    "the result depends neither on the order of the logs nor on what was dropped",
    arguments: UInt64(1)...24)
  func functionOfTheSet(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let devices = Devices(["phone", "desk", "tablet"])
    let removals: [LogChange.Removal] = [.removed, .removed, .withdrawn, .prevailing, .plain]
    for step in 0..<40 {
      let device = Int.random(in: 0..<3, using: &generator)
      let target = ["a", "b"].oneElement(using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<3: try devices.write(Self.set("\(step)", target), on: device)
      case 3: try devices.remove(removals.oneElement(using: &generator), target, on: device)
      default: try devices.sync(device)
      }
    }
    let logs = try devices.logs.map { try $0.read().entries.filter { $0.change.kind == "star" } }
    let expected = logs.flatMap(\.self).latest()
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      // Each log is rewritten before it is read, and what was read before it, too.
      let joined = order.reduce([LogEntry]()) { ($0 + logs[$1].uncovered()).uncovered() }
      #expect(joined.latest() == expected, "seed \(seed): \(order)")
    }
    try devices.settle()
    for log in devices.logs {
      let entries = try log.read().entries.filter { $0.change.kind == "star" }
      #expect(entries.latest() == expected, "seed \(seed)")
    }
  }
}
