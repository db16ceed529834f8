import Schedule
import TestSupport
import Testing

@Suite("Zones by name")
struct ZoneNamedTests {
  private let folder = TemporaryFolder()
  private var folders: ZoneFolders { ZoneFolders(paths: ["/nonexistent", folder.path]) }

  /// A folder with a handful of zones that all have the same rules.
  init() {
    for name in [
      "Europe/Berlin", "Europe/Busingen", "America/New_York", "America/Argentina/Ushuaia",
      "America/Indianapolis", "America/Indiana/Indianapolis", "UTC", "EST", "Etc/GMT+1",
    ] {
      folder.write(ZoneFileBytes.example.bytes, to: name)
    }
    folder.write(Array("# no zone".utf8), to: "zone.tab")
    folder.write(ZoneFileBytes.example.bytes, to: "posix/Asia/Tokyo")
    folder.write(ZoneFileBytes.example.bytes, to: "leapseconds")
  }

  private func error(_ name: String, in folders: ZoneFolders? = nil) -> ZoneError? {
    do throws(ZoneError) {
      _ = try Zone(named: name, in: folders ?? self.folders)
      return nil
    } catch {
      return error
    }
  }

  @Test("a name is looked up in each folder in turn")
  func found() throws {
    for name in ["Europe/Berlin", "America/Argentina/Ushuaia", "Etc/GMT+1", "posix/Asia/Tokyo"] {
      let zone = try Zone(named: name, in: folders)
      #expect(zone.name == name)
      #expect(zone == (try Zone(name: name, tzif: ZoneFileBytes.example.bytes)))
    }
  }

  @Test("the system's file precedes the built-in rule, which is its fallback")
  func builtIn() throws {
    let none = ZoneFolders(paths: [])
    let summer = Instant(secondsSince1970: 1_431_936_000)
    let berlin = try Zone(named: "Europe/Berlin", in: none)
    #expect(berlin.period(at: summer).abbreviation == "CEST")
    #expect(berlin.name == "Europe/Berlin")
    #expect(try Zone(named: "Europe/Berlin", in: folders) != berlin)
    #expect(try Zone(named: "Etc/UTC", in: none).offset(at: summer) == 0)
  }

  @Test("UTC, offsets and rules need no file")
  func fixed() throws {
    let none = ZoneFolders(paths: [])
    #expect(try Zone(named: "UTC", in: folders) == .utc)
    #expect(try Zone(named: "Z", in: none) == .utc)
    #expect(try Zone(named: "+02:00", in: none) == Zone(offset: 7200))
    #expect(try Zone(named: "-0330", in: none) == Zone(offset: -12_600))
    #expect(try Zone(named: "+02", in: none) == Zone(offset: 7200))
    #expect(try Zone(named: "+00:00", in: none) == Zone(offset: 0))
    let rule = "CET-1CEST,M3.5.0,M10.5.0/3"
    #expect(try Zone(named: rule, in: none) == Zone(rule: rule))
    #expect(error("CET,", in: none) == .invalidRule("CET,"))
  }

  @Test("a name that could lead out of the folder, or to no file, is not looked up")
  func invalid() {
    for name in [
      "", "..", "../Europe/Berlin", "Europe/../Berlin", "/Europe/Berlin", "Europe//Berlin",
      "Europe/", "./Europe", "Europe/Berlin\u{0}", "Europe\\Berlin", "New York", "Köln", "a.b",
      "\u{1b}[2J", "+25:00", String(repeating: "a", count: 101),
    ] {
      #expect(error(name) == .invalidName(name))
    }
  }

  @Test("names are matched exactly, and an unknown one suggests the nearest")
  func suggestions() {
    for (name, suggestion) in [
      ("europe/berlin", "Europe/Berlin"), ("Berlin", "Europe/Berlin"), ("berlin", "Europe/Berlin"),
      ("Europe/Berln", "Europe/Berlin"), ("Europe/Berlinn2", "Europe/Berlin"),
      ("Belrin", "Europe/Berlin"), ("america/NEW_YORK", "America/New_York"),
      ("New_York", "America/New_York"), ("Ushuaia", "America/Argentina/Ushuaia"),
      ("EAT", "EST"), ("Tokyo", nil), ("Europe/Lucerne", nil), ("Europe", nil), ("XY", nil),
      ("leapsecond", nil), ("+25", nil), ("Asia/Tokyo", nil),
    ] as [(String, String?)] {
      #expect(error(name) == .unknown(name: name, suggestion: suggestion))
    }
  }

  @Test("the shorter of two equally near names is suggested")
  func ties() {
    #expect(
      error("Indianapolis")
        == .unknown(name: "Indianapolis", suggestion: "America/Indianapolis"))
  }

  @Test("without any zone files, the error says so")
  func noZoneFiles() {
    #expect(error("Asia/Tokyo", in: ZoneFolders(paths: [])) == .noZoneFiles(name: "Asia/Tokyo"))
    let empty = TemporaryFolder()
    let folders = ZoneFolders(paths: [empty.path, "/nonexistent"])
    #expect(error("Asia/Tokyo", in: folders) == .noZoneFiles(name: "Asia/Tokyo"))
  }

  @Test("a file that is not a zone file is an error and not skipped")
  func damaged() {
    let first = TemporaryFolder()
    first.write([], to: "Europe/Berlin")
    first.write([UInt8](repeating: 0, count: 1 << 20 + 1), to: "Large")
    first.makePipe("Pipe")
    first.link("Circle", to: "Circle")
    let folders = ZoneFolders(paths: [first.path, folder.path])
    #expect(error("Europe/Berlin", in: folders) == .damaged(name: "Europe/Berlin", .signature))
    #expect(error("Large", in: folders) == .damaged(name: "Large", .tooLarge))
    #expect(error("Pipe", in: folders) == .damaged(name: "Pipe", .notRegular))
    #expect(error("Circle", in: folders) == .unknown(name: "Circle", suggestion: nil))
    #expect(error("zone") == .unknown(name: "zone", suggestion: nil))
  }

  @Test("a cycle of folder links is searched to the end")
  func circle() {
    let round = TemporaryFolder()
    round.write(ZoneFileBytes.example.bytes, to: "Europe/Paris")
    round.link("Europe/Again", to: "../Europe")
    let folders = ZoneFolders(paths: [round.path])
    #expect(error("Pariss", in: folders) == .unknown(name: "Pariss", suggestion: "Europe/Paris"))
  }

  @Test("a given folder precedes the default folders")
  func override() {
    #expect(ZoneFolders(first: "/zones").paths.first == "/zones")
    #expect(Array(ZoneFolders(first: "/zones").paths.dropFirst()) == ZoneFolders().paths)
    #expect(ZoneFolders(first: "") == ZoneFolders())
    #expect(ZoneFolders().paths.first == "/usr/share/zoneinfo")
  }

  @Test("errors name the found and the expected value, without control characters")
  func descriptions() {
    #expect(
      "\(ZoneError.unknown(name: "Berlin", suggestion: "Europe/Berlin"))"
        == "unknown zone \"Berlin\"; expected a name such as Europe/Berlin, UTC, "
        + "or an offset such as +02:00\ndid you mean Europe/Berlin?")
    #expect(
      "\(ZoneError.damaged(name: "X", .leapSeconds))"
        == "zone file for \"X\": it contains leap seconds; expected a file without them")
    #expect(
      "\(ZoneError.noZoneFiles(name: "X"))"
        == "zone \"X\": this machine has no zone files; expected UTC, an offset such as +02:00, "
        + "or a rule such as CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(
      "\(ZoneError.invalidName("\u{1b}[2Jä\u{202e}"))"
        == "cannot read zone \"\\u{1b}[2Jä\\u{202e}\"; expected a name such as "
        + "Europe/Berlin, UTC, or an offset such as +02:00")
    #expect(
      "\(ZoneError.invalidRule("CET,"))"
        == "cannot read zone rule \"CET,\"; expected a rule such as CET-1CEST,M3.5.0,M10.5.0/3")
    let long = ZoneError.invalidName(String(repeating: "x", count: 100_000))
    #expect("\(long)".utf8.count < 300)
  }
}
