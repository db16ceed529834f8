import CommandLine
import ECSStore
import KonfCLI
import TestSupport
import Testing

/// Files of other devices and programs in the folder of `konf sync`.
extension SyncTests {
  @Test("a file of no device is skipped with a note, and a missing folder is explained")
  func notes() throws {
    syncAll()
    folder.write("hello", to: "shared/README")
    let output = sync(phone)
    #expect(output.status == .success)
    #expect(output.notes.contains("skipped \"README\": not written by a device"))
    let missing = phone("sync \(folder.path)/none")
    #expect(missing.status == .noInput && missing.notes.contains("mkdir -p "))
    #expect(phone("sync").status == .usage)
    let unnamed = CommandLineRun()
    var third = unnamed
    third.environment["KONF_HOME"] = "\(folder.path)/third"
    #expect(third("sync \(shared)").notes.contains("--name NAME"))
  }

  @Test("titles in a foreign file are never printed raw")
  func hostile() {
    let device = DeviceID(7)
    func entry(_ counter: UInt64, _ kind: String, _ value: String) -> LogEntry {
      LogEntry(
        device: device, counter: counter, time: 0,
        change: LogChange(
          scope: "UIKonf 2015", kind: kind, target: "session1Day1", name: "\u{1b}[31mred\u{202e}",
          details: [], value: value))
    }
    let entries = [entry(2, "star", "yes"), entry(3, "note", "\u{1b}]0;x\u{7}")]
    let header = LogEntry(
      device: device, counter: 3, time: 0,
      change: LogChange(
        scope: "", kind: ".meeting", target: "\(device)", name: "\u{1b}[2J", value: "2"))
    let bytes = ([header] + entries).flatMap { LogLine.encode($0) + [UInt8(ascii: "\n")] }
    folder.write(bytes, to: "shared/\(device).log")
    let output = sync(phone)
    for text in [output.text, output.notes, phone("agenda").text, phone("doctor").text] {
      #expect(!text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" || $0 == "\u{7}" })
    }
    #expect(output.text.contains("→ here  1 star, 1 note"))
  }

  @Test("a device whose konf skips the file of this device is named, and only then")
  func outdated() throws {
    let device = DeviceID(7)
    func entry(_ counter: UInt64, _ change: LogChange) -> LogEntry {
      LogEntry(device: device, counter: counter, time: 0, change: change)
    }
    // Programs that read format 2 write a header without the format that they read.
    let entries = [
      entry(2, LogChange(scope: "", kind: ".device", target: "\(device)", value: "tablet")),
      entry(
        3,
        LogChange(
          scope: "UIKonf 2015", kind: "rating", target: "session1Day1", name: "First session",
          value: "2")),
    ]
    let header = entry(
      1, LogChange(scope: "", kind: ".meeting", target: "\(device)", name: "tablet", value: "2"))
    let bytes = ([header] + entries).flatMap { LogLine.encode($0) + [UInt8(ascii: "\n")] }
    folder.write(bytes, to: "shared/\(device).log")
    let first = sync(phone, "--name phone")
    #expect(first.text == "tablet → here  1 rating\n" && first.notes == "")
    #expect(try phone.values("outdated", of: "sync \(shared)") == ["[]"])
    // The next entry names the rating of the tablet, which takes format 3.
    _ = phone("rate session1Day1 4")
    #expect(
      sync(phone).notes
        == """
        konf: "tablet" has an older konf that cannot read the file of this device; update konf there

        """)
    #expect(try phone.values("outdated", of: "sync \(shared)") == ["[\"\(device)\"]"])
    #expect(sync(desk, "--name desk").notes.contains("\"tablet\" has an older konf"))
  }
}
