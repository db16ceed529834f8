import Basics
import CommandLine
import ECSStore
import KonfCLI
import TestSupport
import Testing

/// What konf use refuses so that no mark is lost.
@Suite struct UseRefusalTests: FairHomeSuite {
  let fair = FairHome()

  private static func calendar(_ titles: [String]) -> String {
    let events = titles.enumerated().map { number, title in
      """
      BEGIN:VEVENT\r
      UID:\(number)-0f3c9a5e@fair.example\r
      DTSTART:20160424T\(number + 10)0000Z\r
      DTEND:20160424T\(number + 10)4500Z\r
      SUMMARY:\(title)\r
      END:VEVENT\r

      """
    }
    return "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Fair 2016\r\n\(events.joined())END:VCALENDAR\r\n"
  }

  @Test(
    "a truncated calendar replaces no version without --force, and is shown with a note"
  )
  func cut() throws {
    let whole = Self.calendar(["Mail", "Trains", "Gardens", "Cheese"])
    folder.write(whole, to: "fair.ics")
    #expect(use("use @/fair.ics --name fair").status == .success)
    _ = use("star Cheese")
    let bytes = Array(whole.utf8)
    for count in stride(from: bytes.count - 3, to: bytes.count / 2, by: -7) {
      folder.write(Array(bytes[..<count]), to: "cut.ics")
      let output = use("use @/cut.ics --name fair")
      #expect(output.status == .badData, "\(count) bytes")
      #expect(
        output.notes.contains("is incomplete") && output.notes.contains("--force"),
        "\(output.notes)")
      #expect(try run.values("title", of: "talks") == ["Mail", "Trains", "Gardens", "Cheese"])
      let shown = use("talks --data @/cut.ics")
      #expect(shown.status == .success && shown.notes.contains("VCALENDAR"), "\(shown.notes)")
    }
    #expect(use("use @/cut.ics --name fair --force").status == .success)
    // A first version replaces nothing.
    #expect(use("use @/cut.ics --name new").status == .success)
    // The same file without the last line end is whole.
    folder.write(Array(bytes.dropLast(2)), to: "fair.ics")
    #expect(use("use @/fair.ics --name fair --force").status == .success)
    folder.write(Array(bytes), to: "fair.ics")
    #expect(use("use @/fair.ics --name fair --force").status == .success)
  }

  @Test("an unreadable former copy ends konf use, and a missing one does not")
  func formerCopy() throws {
    _ = use("use @/first.json --name fair")
    _ = use("star Trains")
    let copy = "\(schedules)/\(try #require(copies.first))"
    unlink(copy)
    mkdir(copy, 0o700)
    let before = try log.read().entries
    for line in ["use @/second.json --name fair", "use @/second.json"] {
      let output = use(line)
      #expect(output.status == .inputOutput, "\(line): \(output.status) \(output.notes)")
      #expect(output.notes.contains("nothing was changed"), "\(output.notes)")
    }
    #expect(try log.read().entries == before)
    rmdir(copy)
    let output = use("use @/second.json --name fair")
    #expect(output.status == .success && output.notes.contains("nothing to compare with"))
  }

  @Test("an appointment beyond the range of dates is refused")
  func years() {
    for line in [
      "add Late --at 9999-12-31T23:30Z --for 1h", "add Long --at 2016-04-24T10:00 --for 99999999h",
    ] {
      let output = use(line)
      #expect(output.status == .usage, "\(line): \(output.text) \(output.notes)")
    }
    #expect(use("add Last --at 9999-12-31T22:00Z --for 1h").status == .success)
    #expect(use("agenda").text.contains("Last"))
  }

  @Test("the data folder itself is refused as the shared folder")
  func sync() throws {
    _ = use("star session1Day1")
    folder.link("link", to: home.path)
    let before = TemporaryFolder.names(in: home.path)
    for path in [home.path, "\(home.path)/", "\(folder.path)/link"] {
      let output = run(["sync", path])
      #expect(
        output.status == .usage && output.notes.contains("data folder itself"), "\(output.notes)")
    }
    #expect(TemporaryFolder.names(in: home.path) == before)
  }

  @Test("the first of many skipped files are named, and the others are counted")
  func skipped() {
    let shared = folder.makeFolder("shared")
    for number in 100..<1_200 { folder.write("x", to: "shared/file\(number)") }
    let notes = run(["sync", shared]).notes.split(separator: "\n")
    #expect(
      notes.count < 12 && notes.contains { $0.contains("1092 more files skipped") }, "\(notes)")
  }
}
