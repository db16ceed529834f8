// What the fuzzer calls, built by the script `fuzz` beside this file and by nothing else.

import Basics
import CommandLine
import ECSKit
import ECSStore
import Exchange
import Importer
import KonfCLI
import Marks
import Schedule
import SourceText
import XMLAndICalendar

/// A reader of foreign bytes, and what must hold whatever the bytes are.
enum Target: String, CaseIterable {
  /// The reader of JSON.
  case json
  /// The reader of XML.
  case xml
  /// The reader of iCalendar.
  case calendar
  /// The reader of HTML in abstracts.
  case html
  /// The whole program with a schedule from standard input; the first byte picks the command.
  case schedule
  /// `check` over a schedule.
  case check
  /// `search` over a schedule.
  case search
  /// `diff` of two schedules, parted by a zero byte; one alone is compared with itself.
  case diff
  /// `entities` over a schedule.
  case entities
  /// `timeline --grid` over a schedule.
  case grid
  /// `export --as json` over a schedule, and over what it gives.
  case export
  /// `ratings --merge` over rows and logs.
  case merge
  /// The lines of an event that say when it comes again.
  case recurrence
  /// The log of ratings.
  case log
  /// The value of a component, and snapshots of them.
  case stored
  /// The language of `entities` and `log`.
  case query
  /// The command line, its words parted by zero bytes.
  case arguments
  /// The files of time zones.
  case zone
  /// The stars of other apps, and compressed bytes.
  case choice
  /// A list of recordings.
  case recordings
  /// A stranger's file in the folder of `konf sync`: lines as they are, or texts of lines, parted by zero
  /// bytes.
  case sync

  func run(_ bytes: [UInt8]) {
    switch self {
    case .json:
      Self.document(bytes) { bytes throws(SourceError) in try SourceDocument(json: bytes) }
    case .xml: Self.document(bytes) { bytes throws(SourceError) in try SourceDocument(xml: bytes) }
    case .calendar:
      Self.document(bytes) { bytes throws(SourceError) in try SourceDocument(iCalendar: bytes) }
    case .html: Self.html(bytes)
    case .schedule: Self.schedule(bytes)
    case .check: Self.answer(["check", "-"], bytes)
    case .search: Self.answer(["search", "a", "--data", "-"], bytes)
    case .diff: Self.difference(bytes)
    case .entities: Self.answer(["entities", "all", "--data", "-"], bytes)
    case .grid: Self.answer(["timeline", "--grid", "--width", "100", "--data", "-"], bytes)
    case .export: Self.roundTrip(bytes)
    case .merge: Self.answer(["ratings", "--merge", "-"], bytes)
    case .recurrence: Self.recurrence(bytes)
    case .log: Self.log(bytes)
    case .stored: Self.stored(bytes)
    case .query:
      let query = String(decoding: bytes, as: UTF8.self)
      Self.answer(["entities", "--", query], [], or: [.usage])
      Self.answer(["log", "--import", "--", query], [], or: [.usage])
    case .arguments: Self.arguments(bytes)
    case .zone: Self.zone(bytes)
    case .choice: Self.choice(bytes)
    case .recordings: Self.recordings(bytes)
    case .sync: Self.sync(bytes)
    }
  }

  /// What was read is written as JSON that is read again as the same.
  private static func document(
    _ bytes: [UInt8], _ read: ([UInt8]) throws(SourceError) -> SourceDocument
  ) {
    do throws(SourceError) {
      let document = try read(bytes)
      let written = document.root.json
      guard let again = try? SourceDocument(json: Array(written.utf8)) else {
        fail("\(written) is refused")
      }
      expect(again.root.json == written, "\(written) became \(again.root.json)")
    } catch {
      expectClean(error.description)
    }
  }

  /// Readable text needs no reading: what comes of it again has no more words than before.
  private static func html(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    expect(text.withoutHTML.utf8.count <= 4 * text.utf8.count + 64, "\(text) grew")
  }

  private static let commands = [
    "timeline", "talks", "speakers", "organizers", "locations", "ratings", "timeline --json",
    "talks --json", "speakers --json", "locations --json", "--width 20 timeline", "speaker a",
    "location a", "session a", "--color always talks", "--at 2015-05-18T11:00",
  ]

  private static func schedule(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let words = commands[Int(first) % commands.count].split(separator: " ").map { String($0) }
    answer(["--data", "-"] + words, Array(bytes.dropFirst()))
  }

  /// Runs konf with the bytes as its standard input.
  ///
  /// Every answer is clean text or sound JSON, and a run ends with a documented status.
  @discardableResult
  private static func answer(
    _ words: [String], _ bytes: [UInt8], or others: [ExitStatus] = []
  ) -> Output {
    // Some commands read the input at once, some piece by piece.
    var rest = bytes[...]
    let environment = RunEnvironment(
      arguments: words.map { Array($0.utf8) },
      variables: ["KONF_HOME": "/nonexistent/konf"],
      now: Instant(secondsSince1970: 1_431_932_400),
      readStandardInput: { bytes },
      readStandardInputPiece: {
        let piece = rest.prefix(1 << 16)
        rest = rest.dropFirst(piece.count)
        return Array(piece)
      })
    let output = Konf.run(environment)
    let answered = [.success, .notFound, .badData] + others
    expect(answered.contains(output.status), "ended with \(output.status)")
    expectClean(String(decoding: output.err, as: UTF8.self))
    if words.contains("--json"), output.status == .success {
      expect((try? SourceDocument(json: output.out)) != nil, "no JSON")
    }
    expectClean(String(decoding: output.out, as: UTF8.self))
    return output
  }

  /// An export of an export is the same as the export.
  private static func roundTrip(_ bytes: [UInt8]) {
    let line = ["export", "--as", "json", "--data", "-"]
    let first = answer(line, bytes)
    guard first.status == .success else { return }
    let again = answer(line, first.out)
    expect(again.status == .success, "the export is refused with \(again.status)")
    expect(again.out == first.out, "the export of an export differs")
  }

  /// What is read is within its bound, and stars that are written as a link are read again.
  private static func choice(_ bytes: [UInt8]) {
    do throws(ExchangeError) {
      let content = try Zlib.inflated(bytes)
      expect(content.count <= Zlib.limit, "\(content.count) bytes")
      expect((try? Zlib.inflated(Zlib.deflated(content))) == content, "compressed, it is another")
    } catch {
      expectClean(error.description)
    }
    do throws(ExchangeError) {
      let choice = try ChoiceReader.read(bytes)
      expect(choice.stars.count + choice.hidden.count <= Choice.limit, "too many")
      let ids = choice.stars.map { $0.names[0].text }
      // A link has a limit of its own.
      if ids.reduce(0, { $0 + $1.utf8.count }) > 100_000 { return }
      let link = GiggityLink.written(address: choice.address ?? "https://a.org/", stars: ids)
      guard let again = try? GiggityLink.read(link) else {
        return expect(false, "refused: \(link)")
      }
      expect(Set(again.stars.map { $0.names[0].text }) == Set(ids), "other stars: \(link)")
    } catch {
      expectClean(error.description)
    }
  }

  /// What was read is within its bound, and the diary with it is clean.
  private static func recordings(_ bytes: [UInt8]) {
    do throws(ExchangeError) {
      let recordings = try RecordingList.read(bytes)
      expect(recordings.count <= Choice.limit, "too many")
      expect(recordings.allSatisfy { !$0.page.isEmpty }, "a recording without a page")
    } catch {
      expectClean(error.description)
    }
    answer(["diary", "--missed", "--recordings", "-"], bytes)
  }

  /// A file is taken in or skipped, the log is sound, and a second sync changes nothing.
  private static func sync(_ bytes: [UInt8]) {
    let folder = getenv("KONF_FUZZ_FOLDER").map { String(cString: $0) } ?? "/nonexistent"
    let (home, shared) = ("\(folder)/home", "\(folder)/shared")
    for path in [home, shared] {
      mkdir(path, 0o700)
      for name in (try? FolderListing.names(in: path)) ?? [] {
        unlink("\(path)/\(String(decoding: name, as: UTF8.self))")
      }
    }
    let device = DeviceID(7)
    write(file(of: bytes, device), to: "\(shared)/\(device).log")
    let line = ["--home", home, "sync", shared, "--name", "desk"]
    func log() -> [UInt8] { (try? FileReader("\(home)/ratings.log").readAll(limit: 1 << 26)) ?? [] }
    expect(answer(line, []).status == .success, "no sync")
    let before = log()
    expect(!before.isEmpty && LogContents(before).damageCount == 0, "the log is damaged")
    expect(answer(line + ["--json"], []).status == .success, "no second sync")
    expect(log() == before, "a second sync changes the log")
    for words in [["agenda"], ["log", "--json"], ["doctor"], ["diary"]] {
      answer(["--home", home] + words, [])
    }
  }

  /// The file of a device with the texts of its lines.
  private static func file(of bytes: [UInt8], _ device: DeviceID) -> [UInt8] {
    if bytes.first == UInt8(ascii: "1") { return bytes }
    let texts = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let entries = stride(from: 0, to: texts.count - 5, by: 6).map { start in
      let change = LogChange(
        scope: "UIKonf 2015", kind: texts[start], target: texts[start + 1], name: texts[start + 2],
        details: ["Mike Lee"], value: texts[start + 3], comment: texts[start + 4])
      let counter = UInt64(texts[start + 5]) ?? UInt64(start + 2)
      return LogEntry(
        device: device, counter: min(max(counter, 1), LogEntry.greatestCounter), time: 0,
        change: change)
    }
    let header = LogEntry(
      device: device, counter: 1, time: 0,
      change: LogChange(
        scope: "", kind: ".meeting", target: "\(device)", name: "phone", value: "\(entries.count)"))
    return ([header] + entries).flatMap { LogLine.encode($0) + [UInt8(ascii: "\n")] }
  }

  /// A schedule does not differ from itself.
  private static func difference(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let path = getenv("KONF_FUZZ_NEW").map { String(cString: $0) } ?? "/nonexistent/new"
    write(Array(parts.last ?? []), to: path)
    let output = answer(["diff", "-", path, "--all", "--json"], Array(parts.first ?? []))
    if parts.count == 1, output.status == .success {
      let text = String(decoding: output.out, as: UTF8.self)
      expect(text.filter { !$0.isWhitespace } == "[]", "differs from itself")
    }
  }

  private static func recurrence(_ bytes: [UInt8]) {
    let before =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART;TZID=Europe/Berlin:20250201T100000\n"
      + "DURATION:PT1H\nSUMMARY:T\n"
    let calendar = Array(before.utf8) + bytes + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    answer(["timeline", "--json", "--data", "-"], calendar)
  }

  /// What was read is written as a line that is read as the same, and no line spoils another.
  private static func log(_ bytes: [UInt8]) {
    let contents = LogContents(bytes)
    for entry in contents.entries {
      expect(LogContents(LogLine.encode(entry)).entries == [entry], "\(entry) is read otherwise")
    }
    for damage in contents.damages { expectClean("\(damage)") }
    let lines = contents.entries.flatMap { LogLine.encode($0) }
    let glued = LogContents(bytes + [UInt8(ascii: "\n")] + lines)
    expect(glued.entries.suffix(contents.entries.count) == contents.entries[...], "entries lost")
    // Few bytes have the right checksum; as the texts of an entry they get further.
    let texts = bytes.split(separator: 0, maxSplits: 6, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard texts.count == 7 else { return }
    let change = LogChange(
      scope: texts[0], kind: texts[1], target: texts[2], name: texts[3], details: [texts[4]],
      value: texts[5], comment: texts[6])
    let entry = LogEntry(device: DeviceID(1), counter: 1, time: 0, change: change)
    expect(LogContents(LogLine.encode(entry)).entries == [entry], "\(entry) is read otherwise")
  }

  /// A component with a value of each kind.
  private struct Stored: StoredComponent, Codable, Equatable {
    static let storedName = "stored"
    enum Shape: Codable, Equatable {
      case point
      case circle(radius: Double)
      case named(String, Int8)
    }

    var text: String?
    var flag: Bool?
    var number: UInt64?
    var double: Double?
    var list: [[Int8?]]?
    var shape: Shape?
    var byName: [String: DurableID]?
    var byNumber: [Int: Float]?
  }

  private static func stored(_ bytes: [UInt8]) {
    let components = StoredComponents(Stored.self)
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.isEmpty, let value = try? StoredValue(text).decoded(as: Stored.self) {
      let context = Context()
      context.createEntity(value, DurableID("a"))
      guard let snapshot = try? StoredSnapshot(of: context, components) else {
        fail("\(value) is not stored")
      }
      let copy = Context()
      let entities = StoredSnapshot(snapshot.bytes).restore(into: copy, components)
      let again = try? StoredSnapshot(of: copy, components)
      expect(entities.count == 1 && again?.bytes == snapshot.bytes, "\(value) is read otherwise")
    }
    let context = Context()
    StoredSnapshot(bytes).restore(into: context, components, ids: .new)
    expect((try? StoredSnapshot(of: context, components)) != nil, "a snapshot is not one again")
  }

  private static func arguments(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    do throws(UsageError) { _ = try CommandTable.konf.parse(words) } catch {
      expectClean(error.message(in: "konf").string)
    }
  }

  private static func zone(_ bytes: [UInt8]) {
    guard let zone = try? Zone(name: "Fuzz/Zone", tzif: bytes) else { return }
    for seconds: Int64 in [-9_000_000_000, 0, 1_431_932_400, 4_000_000_000, 90_000_000_000] {
      expectClean(Instant(secondsSince1970: seconds).iso8601(in: zone))
    }
  }

  // MARK: Checks

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { fail("\(path) cannot be written") }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
  }

  private static func expectClean(_ text: String) {
    var isEscape = false
    for scalar in text.unicodeScalars {
      // The only sequences of our own are colours: ESC [ … m.
      if scalar == "\u{1B}" {
        isEscape = true
      } else if isEscape {
        let isColor = scalar == "[" || scalar == ";" || scalar == "m" || ("0"..."9") ~= scalar
        expect(isColor, "an escape that is no colour")
        if scalar == "m" { isEscape = false }
      } else {
        let isOrder = scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F) ~= scalar.value
        let turnsText =
          (0x202A...0x202E) ~= scalar.value || (0x2066...0x2069) ~= scalar.value
          || [0x200E, 0x200F, 0x061C].contains(scalar.value)
        expect(
          !isOrder && !turnsText, "U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)"
        )
      }
    }
  }

  private static func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fail(message()) }
  }

  private static func fail(_ message: String) -> Never {
    fatalError("found by the fuzzer: \(message)")
  }
}

private let target: Target = {
  let name = getenv("KONF_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = Target(rawValue: name) else {
    fatalError("KONF_FUZZ_TARGET: found \(name); expected one of \(Target.allCases)")
  }
  return target
}()

/// Runs one input of the fuzzer, which knows this function by its name.
///
/// - Parameters:
///   - start: The first byte.
///   - count: The number of bytes.
/// - Returns: Zero: every input is worth keeping.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
