import Basics
import CommandLine
import ECSStore
import KonfCLI
import TestSupport
import Testing

/// Which schedule is shown when the log has lost lines.
@Suite struct LostLinesTests: FairHomeSuite {
  let fair = FairHome()
  private var path: String { log.path }

  /// Remembers fair and sea, the default, and stars a talk.
  private func rememberTwo() throws {
    _ = use("use @/first.json --name fair")
    folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 9, title: "Waves")], title: "Sea"),
      to: "sea.json")
    _ = use("use @/sea.json --name sea")
    _ = use("star Waves")
  }

  private func titles(_ output: Output) -> Set<String> {
    ["Waves", "Trains", "session1Day1"].filter { output.text.contains($0) }.reduce(into: []) {
      $0.insert($1)
    }
  }

  @Test("no damaged bit shows another conference")
  func bits() throws {
    try rememberTwo()
    let whole = try #require(Repository.bytes(of: path))
    let entries = try log.read().entries
    let star = try #require(entries.last { $0.change.kind == "star" })
    let starLine = LogLine.encode(star)
    let start = try #require(whole.indices.first { whole[$0...].starts(with: starLine) })
    let sum = start + starLine.count - 16..<start + starLine.count
    var refused = 0
    // One bit of each byte, and with `KONF_LONG=1` all.
    for bit in 0..<8 * whole.count where BuiltProgram.isLong || bit % 8 == bit / 8 % 8 {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      home.write(bytes, to: "ratings.log")
      let output = use("timeline")
      if output.status == .badData {
        refused += 1
        #expect(output.notes.contains("konf "), "bit \(bit): \(output.notes)")
      } else {
        #expect(
          output.status == .success && titles(output) == ["Waves"],
          "bit \(bit): \(output.status) \(output.text)")
      }
      // The fields of the line and its kind are readable, so it cannot have named a schedule.
      if sum.contains(bit / 8) { #expect(output.status == .success, "bit \(bit)") }
    }
    #expect(refused > 0)
  }

  @Test("damage after the last choice requires a new one, and konf use NAME makes it")
  func choice() throws {
    try rememberTwo()
    let whole = try #require(Repository.bytes(of: path))
    let last = try #require(try log.read().entries.last { $0.change.kind == "default" })
    let line = LogLine.encode(last)
    let start = try #require(whole.indices.first { whole[$0...].starts(with: line) })
    var bytes = whole
    bytes[start + line.count - 1] ^= 1
    for repairs in [false, true] {
      home.write(bytes, to: "ratings.log")
      if repairs { _ = use("doctor --repair") }
      for command in ["now", "timeline", "use", "star Trains"] {
        let output = use(command)
        #expect(output.status == .badData, "\(repairs) \(command)")
        #expect(
          output.notes.contains("choose one with konf use NAME: fair, sea"), "\(output.notes)")
      }
      #expect(use("use sea").status == .success)
      #expect(titles(use("timeline")) == ["Waves"])
      #expect(use("use fair").status == .success)
      #expect(titles(use("timeline")) == ["Trains"])
    }
    // To forget a schedule chooses none.
    home.write(bytes, to: "ratings.log")
    #expect(use("use sea --forget").status == .success)
    #expect(use("timeline").status == .badData)
  }

  @Test("undo after a repair that leaves the default unknown reverts the last mark")
  func undoAfterRepair() throws {
    try rememberTwo()
    let last = try #require(try log.read().entries.last { $0.change.kind == "default" })
    let line = LogLine.encode(last)
    var bytes = try #require(Repository.bytes(of: path))
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: line) })
    bytes[start + line.count - 1] ^= 1
    home.write(bytes, to: "ratings.log")
    #expect(use("doctor --repair").text.contains("Repaired"))
    #expect(use("undo").status == .badData)
    #expect(use("undo").notes.contains("choose one with konf use NAME: fair, sea"))
    // The repair was no konf use, which undo would report first.
    #expect(use("undo --data sea").text.contains("star: starred → none"))
    #expect(use("redo --data sea").text.contains("star: none → starred"))
    #expect(use("undo --data fair").status == .notFound)
    #expect(use("use sea").status == .success)
    #expect(!use("log").text.contains("?"))
    #expect(use("undo").notes.contains("your last change was konf use"))
    #expect(use("undo").text.contains("star: starred → none"))
    #expect(use("redo").text.contains("star: none → starred"))
    #expect(titles(use("timeline")) == ["Waves"])
  }

  @Test("a torn line, NUL bytes and a damaged last newline change nothing, even with later lines")
  func unacknowledged() throws {
    try rememberTwo()
    let whole = try #require(Repository.bytes(of: path))
    let line = LogLine.encode(
      try #require(try log.read().entries.last { $0.change.kind == "default" }))
    let torn = line.dropLast(20)
    for tail in [Array(torn), [UInt8](repeating: 0, count: 40), Array(torn) + [0, 0, 0]] {
      home.write(whole + tail, to: "ratings.log")
      #expect(titles(use("timeline")) == ["Waves"])
      #expect(use("unstar Waves").status == .success)
      #expect(titles(use("timeline")) == ["Waves"])
    }
    home.write(whole.dropLast() + [0x4A], to: "ratings.log")
    #expect(titles(use("timeline")) == ["Waves"])
    let count = try log.read().entries.count
    #expect(use("note Waves salt").status == .success)
    #expect(try log.read().entries.count > count)
    #expect(titles(use("timeline")) == ["Waves"])
  }

  @Test("a line that a kill cut short is no damage after the next change, and no copies pile up")
  func interrupted() throws {
    func append(_ torn: [UInt8]) {
      home.write((Repository.bytes(of: path) ?? []) + torn, to: "ratings.log")
    }
    for part in [0.01, 0.5, 0.99] {
      unlink(path)
      try rememberTwo()
      let line = LogLine.encode(try #require(try log.read().entries.last))
      let torn = Array(line.prefix(max(1, Int(part * Double(line.count)))))
      append(torn)
      #expect(use("doctor").status == .badData)
      #expect(use("unstar Waves").status == .success)
      append(torn)
      #expect(use("undo").text.contains("star: none → starred"))
      append(torn)
      for title in ["Lakes", "Seas"] {
        folder.write(
          FairSchedule.json([FairSchedule.Talk(number: 9, title: title)], title: "Sea"),
          to: "sea.json")
        #expect(use("use @/sea.json --name sea").status == .success)
      }
      #expect(copies.count { $0.hasPrefix("sea-") && $0.hasSuffix(".schedule") } == 2)
      let doctor = use("doctor")
      #expect(doctor.status == .success && doctor.notes.isEmpty, "\(doctor.text)")
      #expect(doctor.text.contains("interrupted writes, of which nothing was saved: 3\n"))
      #expect(use("doctor --json").text.contains(#""interrupted":3"#))
    }
  }

  @Test("a log without lines reports and keeps the copies, and a repair saves them again")
  func emptied() throws {
    for isRemoved in [false, true] {
      try rememberTwo()
      _ = use("use @/second.json --name fair")
      let kept = copies
      #expect(kept.count == 3)
      if isRemoved { unlink(path) } else { home.write("", to: "ratings.log") }
      for command in ["timeline", "now", "use"] {
        let output = use(command)
        #expect(output.status == .badData, "\(command)")
        #expect(
          output.notes.contains("konf doctor --repair restores fair, sea from saved copies"),
          "\(output.notes)"
        )
      }
      folder.write(
        FairSchedule.json([FairSchedule.Talk(number: 7, title: "Sky")], title: "Sky"),
        to: "sky.json")
      for _ in 1...2 {
        #expect(use("use @/sky.json --name sky --force").status == .success)
        #expect(Set(copies).isSuperset(of: kept))
      }
      #expect(use("doctor --repair").text.contains("Restored"))
      #expect(use("use sea").status == .success && titles(use("timeline")) == ["Waves"])
      #expect(use("use fair").status == .success && titles(use("timeline")).isEmpty)
      for name in ["sky", "sea", "fair"] { _ = use("use \(name) --forget") }
    }
  }

  @Test(
    "an interrupted first use leaves the built-in schedule, and the next one cleans up"
  )
  func died() throws {
    _ = use("use @/first.json --name fair")
    let lines = try log.read().entries.filter { $0.change.kind == ".schedules" }
    home.write(Samples.bytes(lines), to: "ratings.log")
    #expect(use("timeline").status == .success && use("timeline").text.hasPrefix("UIKonf 2015"))
    #expect(use("use @/second.json --name other").status == .success)
    #expect(copies.count == 1 && copies[0].hasPrefix("other-"))
  }
}

/// Lines of a log.
private enum Samples {
  static func bytes(_ entries: [LogEntry]) -> [UInt8] {
    entries.flatMap { LogLine.encode($0) + [UInt8(ascii: "\n")] }
  }
}
