import Basics
import ECSHistory
import ECSKit
import ECSStore
import TestSupport
import Testing

/// The files in the folder through which devices sync.
@Suite("Syncing through a folder")
struct SyncTests {
  private let folder = TemporaryFolder()
  private let shared: String

  init() { shared = folder.makeFolder("shared") }

  private func log(_ name: String) -> ChangeLog {
    ChangeLog(folder: "\(folder.path)/\(name)", name: "store.log")
  }

  private static func change(_ value: String, of target: String = "talk") -> LogChange {
    LogChange(scope: "conference", kind: "star", target: target, name: "On Naming", value: value)
  }

  private func values(_ log: ChangeLog) throws -> [String] {
    try log.read().entries.latest { !LogKind.isOwn($0.change.kind) }.map(\.change.value)
  }

  private func file(of log: ChangeLog) throws -> String {
    "\(shared)/\(try #require(try log.device())).log"
  }

  /// Returns two devices that have synced.
  private func devices() throws -> (phone: ChangeLog, desk: ChangeLog) {
    let (phone, desk) = (log("phone"), log("desk"))
    try phone.append(at: 1) { _ in [Self.change("yes")] }
    _ = try phone.sync(in: shared, as: "phone", at: 2)
    _ = try desk.sync(in: shared, as: "desk", at: 3)
    return (phone, desk)
  }

  @Test("a device's entries reach the other one with their counters, but without step marks")
  func travels() throws {
    let (phone, desk) = (log("phone"), log("desk"))
    try phone.append(at: 1) { contents in
      [
        Self.change("yes"), Self.change("maybe", of: "other"),
        LogSteps.Mark.step.change(from: contents.nextCounter, in: "conference"),
      ]
    }
    let first = try phone.sync(in: shared, as: "phone", at: 2)
    #expect(first.taken.isEmpty && first.written.map(\.change.value) == ["yes", "maybe"])
    #expect(first.devices.map(\.name) == ["phone"] && first.skipped.isEmpty)
    let second = try desk.sync(in: shared, as: "desk", at: 3)
    #expect(second.taken == first.written && second.written.isEmpty)
    #expect(second.devices.map { "\($0.name) \($0.lastSeen)" } == ["desk 3", "phone 2"])
    #expect(second.devices.map(\.isOwn) == [true, false])
    let kinds = try desk.read().entries.map(\.change.kind)
    #expect(kinds.sorted() == [".device", ".device", "star", "star"])
    // What is said now is later than all that was read.
    try desk.append(at: 0) { _ in [Self.change("")] }
    _ = try desk.sync(in: shared, at: 4)
    #expect(try phone.sync(in: shared, at: 5).taken.map(\.change.value) == [""])
    #expect(try values(phone) == ["maybe", ""])
  }

  @Test(
    "a conflict is reported by the first device to read of it and by the one whose value is lost"
  )
  func differences() throws {
    let (phone, desk) = try devices()
    try desk.append(at: 9) { _ in [Self.change("maybe")] }
    try phone.append(at: 1) { _ in ["no", "so", "never"].map { Self.change($0) } }
    _ = try desk.sync(in: shared, at: 10)
    let met = try phone.sync(in: shared, at: 11)
    #expect(met.differences.map(\.mine.change.value) == ["never"])
    #expect(met.differences.map(\.theirs.change.value) == ["maybe"])
    #expect(met.differences.map(\.device) == ["desk"])
    // The phone had counted on, so it is the later word.
    #expect(met.differences.map(\.isMineKept) == [true])
    #expect(met.taken.map(\.change.value) == ["maybe"])
    let other = try desk.sync(in: shared, at: 12)
    #expect(other.differences.map(\.theirs.change.value) == ["never"])
    #expect(other.differences.map(\.isMineKept) == [false])
    #expect(other.taken.map(\.change.value) == ["never"])
    #expect(try phone.sync(in: shared, at: 13).differences.isEmpty)
    #expect(try desk.sync(in: shared, at: 14).differences.isEmpty)
    #expect(try values(phone) == ["never"] && values(desk) == ["never"])
    // The desk's own word is in its log nevertheless.
    #expect(try desk.read().entries.contains { $0.change.value == "maybe" })
  }

  @Test("a change made after seeing the other one is not a conflict")
  func noDifference() throws {
    let (phone, desk) = try devices()
    try desk.append(at: 0) { _ in [Self.change("maybe")] }
    _ = try desk.sync(in: shared, at: 10)
    let met = try phone.sync(in: shared, at: 11)
    #expect(met.differences.isEmpty && met.taken.map(\.change.value) == ["maybe"])
  }

  @Test("a change made after seeing the other one's effect on a third device is not a conflict")
  func noDifferenceThroughThird() throws {
    let (phone, desk) = try devices()
    try desk.append(at: 0) { _ in [Self.change("maybe")] }
    _ = try desk.sync(in: shared, at: 10)
    let bytes = try #require(Repository.bytes(of: try file(of: phone)))
    unlink(try file(of: phone))
    let tablet = log("tablet")
    #expect(try tablet.sync(in: shared, at: 11).taken.map(\.change.value) == ["maybe"])
    try tablet.append(at: 0) { _ in [Self.change("no")] }
    Files.write(bytes, to: try file(of: phone))
    #expect(try tablet.sync(in: shared, at: 12).differences.isEmpty)
    let met = try phone.sync(in: shared, at: 13)
    #expect(met.differences.isEmpty && met.taken.map(\.change.value) == ["no"])
    #expect(try desk.sync(in: shared, at: 14).differences.isEmpty)
  }

  @Test("unknown or incomplete files are skipped with a reason and do no harm")
  func skipped() throws {
    let (phone, desk) = try devices()
    let bytes = try #require(Repository.bytes(of: try file(of: phone)))
    let before = Repository.bytes(of: desk.path)
    func reason(_ name: String, _ bytes: [UInt8]) throws -> Sync.SkippedFile.Reason? {
      Files.write(bytes, to: "\(shared)/\(name)")
      defer { unlink("\(shared)/\(name)") }
      let met = try desk.sync(in: shared, at: 3)
      #expect(met.taken.isEmpty && met.skipped.count <= 1)
      #expect(Repository.bytes(of: desk.path) == before)
      return met.skipped.first?.reason
    }
    #expect(try reason("README", Array("hello".utf8)) == .foreign)
    #expect(try reason("empty", []) == .foreign)
    #expect(try reason("\(String(repeating: "0", count: 32)).log", []) == .incomplete)
    for length in 0..<bytes.count - 1 {
      let found = try reason("copy.log", Array(bytes[..<length]))
      #expect(found == .foreign || found == .incomplete, "\(length) bytes")
    }
    // Every line is one that the device knows, and still no byte of it may be another one.
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      let found = try reason("copy.log", changed)
      #expect(found == .foreign || found == .incomplete, "byte \(place)")
    }
    #expect(try reason("copy.log", bytes) == nil)
    #expect(try reason("copy.log", Samples.log([Samples.entry(1)])) == .foreign)
    let newer = Samples.line(["5", "\(DeviceID(7))", "1", "0", "", "new", "", "", "", "", ""])
    #expect(try reason("copy.log", newer + [UInt8(ascii: "\n")]) == .newerFormat(5))
    #expect(try reason(".hidden", Array("hello".utf8)) == nil)
  }

  /// A file as a device could write it, with anything in it.
  private func write(_ entries: [LogEntry], by device: DeviceID = DeviceID(7)) {
    let header = LogEntry(
      device: device, counter: 1, time: 0,
      change: LogChange(
        scope: "", kind: ".meeting", target: "\(device)", name: "evil", value: "\(entries.count)"))
    Files.write(Samples.log([header] + entries), to: "\(shared)/\(device).log")
  }

  private static func entry(
    _ counter: UInt64, time: Int64 = 0, _ change: LogChange = Self.change("evil")
  ) -> LogEntry {
    LogEntry(device: DeviceID(7), counter: counter, time: time, change: change)
  }

  @Test("a file with an exhausted counter or a time outside the calendar is skipped entirely")
  func impossible() throws {
    let desk = log("desk")
    let seen = LogChange(
      subject: LogSubject(scope: "", kind: ".device", target: "\(DeviceID(7))"), value: "evil",
      comment: "\(DeviceID(8)):\(UInt64.max)")
    for entry in [
      Self.entry(LogEntry.greatestCounter), Self.entry(1 << 48 + 1), Self.entry(1, time: .max),
      Self.entry(1, time: .min), Self.entry(2, seen),
    ] {
      write([entry])
      let met = try desk.sync(in: shared, as: "desk", at: 3)
      #expect(met.skipped.map(\.reason) == [.impossible] && met.taken.isEmpty)
    }
  }

  @Test(
    "a device that read or skipped a file with a large counter is trusted by all others",
    arguments: [
      1 << 31, 1 << 32, 1 << 47, 1 << 48 - 1, 1 << 48, 1 << 48 + 1, 1 << 51, 1 << 52 - 1, 1 << 52,
      1 << 52 + 1, LogEntry.greatestCounter,
    ] as [UInt64], [false, true])
  func great(counter: UInt64, isGone: Bool) throws {
    write([Self.entry(counter), Self.entry(1, Self.change("evil", of: "other"))])
    let logs = ["desk", "phone", "tablet"].map(log)
    _ = try logs[0].sync(in: shared, as: "desk", at: 3)
    if isGone { unlink("\(shared)/\(DeviceID(7)).log") }
    // Nothing in its own lines has the counter that it took.
    try logs[0].append(at: 4) { _ in [Self.change("mine")] }
    for time in Int64(5)...8 {
      for log in logs {
        let met = try log.sync(in: shared, at: time)
        let evil = "\(DeviceID(7)).log"
        #expect(met.skipped.allSatisfy { $0.name == evil }, "\(met.skipped)")
      }
    }
    for log in logs { #expect(try values(log).sorted() == values(logs[0]).sorted()) }
    #expect(try values(logs[0]).contains("mine"))
    // Another device says a later word, which holds everywhere.
    try logs[2].append(at: 9) { _ in [Self.change("last")] }
    for time in Int64(10)...12 { for log in logs { _ = try log.sync(in: shared, at: time) } }
    for log in logs { #expect(try values(log).contains("last")) }
  }

  @Test("a file that extends the range of counters is read before one that needs it")
  func reach() throws {
    let first: UInt64 = 1 << 48
    for (device, counter) in [(UInt128(2), first + 2 << 32), (5, first + 1 << 32), (9, first)] {
      let entry = LogEntry(
        device: DeviceID(device), counter: counter, time: 0,
        change: Self.change("of \(device)", of: "talk \(device)"))
      write([entry], by: DeviceID(device))
    }
    let met = try log("desk").sync(in: shared, as: "desk", at: 3)
    #expect(met.skipped.isEmpty && met.taken.map(\.change.value) == ["of 9", "of 5", "of 2"])
  }

  @Test("step marks, entries about the log and unshared values are not merged")
  func ownKinds() throws {
    let desk = log("desk")
    write([
      Self.entry(2, LogSteps.Mark.undo.change(from: 1, of: 1, in: "conference")),
      Self.entry(3, LogChange(scope: "", kind: ".meeting", target: "x", value: "x")),
      Self.entry(4, LogChange(scope: "", kind: ".device", target: "no device", value: "x")),
      Self.entry(5, LogChange(scope: "", kind: "secret", target: "x", value: "x")),
      Self.entry(6),
    ])
    let met = try desk.sync(in: shared, as: "desk", at: 3) { $0.change.kind == "star" }
    #expect(met.skipped.isEmpty && met.taken.map(\.counter) == [6])
    #expect(try desk.read().entries.map(\.change.kind) == ["star", ".device"])
  }

  @Test("links, pipes and folders are not followed, and nothing outside the folder is written")
  func links() throws {
    let (phone, desk) = try devices()
    let outside = folder.write(
      try #require(Repository.bytes(of: try file(of: phone))), to: "outside")
    unlink(try file(of: phone))
    folder.link("shared/link.log", to: outside)
    folder.makePipe("shared/pipe.log")
    folder.makeFolder("shared/.git")
    folder.makeFolder("shared/folder.log")
    let met = try desk.sync(in: shared, at: 3)
    #expect(met.skipped.map(\.name) == ["link.log", "pipe.log"])
    #expect(met.skipped.allSatisfy { $0.reason == .notAFile })
    // The own file by a link is replaced, never written through.
    let own = try file(of: desk)
    unlink(own)
    folder.link("shared/\(own.split(separator: "/").last ?? "")", to: outside)
    let before = Repository.bytes(of: outside)
    _ = try desk.sync(in: shared, at: 3)
    #expect(!Files.isLink(own) && Repository.bytes(of: outside) == before)
    #expect(Files.mode(of: own) == 0o600)
    let names = TemporaryFolder.names(in: folder.path)
    #expect(names == ["desk", "outside", "phone", "shared"])
  }

  @Test("a file that is too large or would fill the log is skipped")
  func sizes() throws {
    let desk = ChangeLog(folder: "\(folder.path)/desk", name: "store.log", limit: 4_000)
    write((1...60).map { Self.entry($0, Self.change("evil", of: "talk \($0)")) })
    let met = try desk.sync(in: shared, as: "desk", at: 3)
    #expect(met.taken.isEmpty)
    #expect(met.skipped.map(\.reason).allSatisfy { if case .tooLarge = $0 { true } else { false } })
    #expect(met.skipped.count == 1)
    Files.resize("\(shared)/\(DeviceID(7)).log", to: 33 << 20)
    let again = try desk.sync(in: shared, at: 3)
    #expect(again.skipped.map(\.reason) == [.tooLarge(limit: 32 << 20)])
  }

  @Test("a file of more devices than a line can name is merged, and the next sync works, too")
  func manyDevices() throws {
    let desk = log("desk")
    let count = BuiltProgram.isLong ? 40_000 : 3_000
    write(
      (1...count).map {
        LogEntry(
          device: DeviceID(UInt128($0) << 64), counter: 1, time: 0,
          change: Self.change("evil", of: "talk \($0)"))
      })
    #expect(try desk.sync(in: shared, as: "desk", at: 3).taken.count == count)
    // What it has seen is one line, which names a thousand of them.
    let lines = try #require(Repository.bytes(of: file(of: desk))).split(separator: 10)
    #expect(lines.contains { $0.count > 30_000 } && lines.allSatisfy { $0.count < 60_000 })
    let again = try desk.sync(in: shared, at: 4)
    #expect(again.taken.isEmpty && again.differences.isEmpty)
    #expect(try desk.sync(in: shared, at: 5).written.isEmpty)
  }

  @Test("a missing folder is an error, and nothing is created")
  func missing() throws {
    let desk = log("desk")
    let error = #expect(throws: StoreError.self) {
      try desk.sync(in: "\(folder.path)/none", at: 1)
    }
    #expect(error?.reason == .unreadable(code: ENOENT))
    #expect(TemporaryFolder.names(in: folder.path) == ["shared"])
  }

  @Test("a log of a newer program is left alone, and so is the folder")
  func newerLog() throws {
    let desk = log("desk")
    let newer = Samples.line(["5", "\(DeviceID(7))", "1", "0", "", "new", "", "", "", "", ""])
    mkdir(desk.folder, 0o700)
    Files.write(newer + [UInt8(ascii: "\n")], to: desk.path)
    let error = #expect(throws: StoreError.self) { try desk.sync(in: shared, at: 1) }
    #expect(error?.reason == .newerFormat(found: 5, known: 4))
    #expect(TemporaryFolder.names(in: shared).isEmpty)
    #expect(Repository.bytes(of: desk.path) == newer + [UInt8(ascii: "\n")])
  }

  @Test("a forgotten device's entries stay, and the device is listed again if it returns")
  func forgetting() throws {
    let (phone, desk) = try devices()
    try phone.append(at: 1) { _ in [Self.change("more", of: "other")] }
    _ = try phone.sync(in: shared, at: 2)
    let id = try #require(try phone.device())
    #expect(try desk.forget("\(DeviceID(9))", in: shared, at: 4) == nil)
    #expect(try desk.forget("\(try #require(try desk.device()))", in: shared, at: 4) == nil)
    #expect(try desk.forget("\(id)", in: shared, at: 4)?.taken.isEmpty == true)
    #expect(try desk.devices().map(\.name) == ["desk"])
    #expect(TemporaryFolder.names(in: shared) == ["\(try #require(try desk.device())).log"])
    #expect(try values(desk) == ["yes", "more"])
    let third = log("third")
    #expect(
      try third.sync(in: shared, as: "third", at: 5).devices.map(\.name) == ["third", "desk"])
    #expect(try values(third) == ["yes", "more"])
    try phone.append(at: 1) { _ in [Self.change("back", of: "third")] }
    _ = try phone.sync(in: shared, as: "phone", at: 400 * 86_400)
    #expect(try desk.sync(in: shared, at: 5).devices.map(\.name) == ["desk", "phone", "third"])
    #expect(try values(desk) == ["yes", "more", "back"])
  }

  @Test("a device is listed with its last sync, recorded at most once a day without changes")
  func lastSeen() throws {
    let desk = log("desk")
    for (time, count) in [(0, 1), (10, 1), (86_399, 1), (86_400, 2), (100, 2), (-1, 3)]
      as [(Int64, Int)]
    {
      let met = try desk.sync(in: shared, as: "desk", at: time)
      #expect(met.devices.map(\.lastSeen) == [count > 1 ? 86_400 : time])
      #expect(try desk.read().entries.count == count, "\(time)")
    }
    _ = try desk.sync(in: shared, as: "my desk", at: 100)
    #expect(try desk.devices().map(\.name) == ["my desk"])
  }

  @Test("steps of this device are joined and undone, whatever numbers others' entries have")
  func steps() throws {
    let (own, other) = (DeviceID(1), DeviceID(2))
    func entry(_ device: DeviceID, _ counter: UInt64, _ change: LogChange) -> LogEntry {
      LogEntry(device: device, counter: counter, time: 0, change: change)
    }
    // In a log that was rewritten, the words of others are between those of a step.
    let entries = [
      entry(own, 1, Self.change("a", of: "1")), entry(other, 1, Self.change("x", of: "9")),
      entry(own, 2, Self.change("b", of: "2")), entry(other, 2, Self.change("y", of: "8")),
      entry(own, 3, LogSteps.Mark.step.change(from: 1, in: "")),
      entry(own, 4, Self.change("", of: "1")), entry(other, 4, Self.change("z", of: "7")),
      entry(own, 5, Self.change("", of: "2")),
      entry(own, 6, LogSteps.Mark.undo.change(from: 4, of: 1, in: "")),
    ]
    let steps = LogSteps(entries, of: own) { _ in LogSteps.EntryContext(nil) }
    let texts = steps.all.map { step in
      step.changes.map(\.entry.change.target).joined() + (step.isUndone ? " undone" : "")
    }
    #expect(texts.sorted() == ["12 undone", "7", "8", "9"])
  }
}
