import Schedule
import TestSupport
import Testing

@Suite("The zone of the machine")
struct ZoneLocalTests {
  private let folder = TemporaryFolder()
  private var folders: ZoneFolders { ZoneFolders(paths: ["\(folder.path)/zoneinfo"]) }

  init() {
    folder.write(ZoneFileBytes.example.bytes, to: "zoneinfo/Europe/Berlin")
    folder.write(ZoneFileBytes.example.bytes, to: "zoneinfo/EST5EDT")
    folder.write(ZoneFileBytes.example.bytes, to: "zoneinfo/UTC")
    folder.write(ZoneFileBytes.example.bytes, to: "plain")
    folder.link("localtime", to: "\(folder.path)/zoneinfo/Europe/Berlin")
    folder.write([1, 2, 3], to: "damaged")
  }

  private func local(_ setting: String?, file: String = "none") throws(ZoneError) -> Zone {
    try Zone.local(setting: setting, in: folders, file: "\(folder.path)/\(file)")
  }

  private func example(_ name: String) throws -> Zone {
    try Zone(name: name, tzif: ZoneFileBytes.example.bytes)
  }

  @Test("without TZ the system's file applies, named by its link target")
  func systemFile() throws {
    #expect(try local(nil, file: "localtime") == example("Europe/Berlin"))
    #expect(try local(nil, file: "plain") == example("local"))
    #expect(try local(nil, file: "none") == .utc)
  }

  @Test("TZ is a name, a path or a rule, with or without a colon")
  func setting() throws {
    for colon in ["", ":"] {
      #expect(try local("\(colon)Europe/Berlin") == example("Europe/Berlin"))
      #expect(try local("\(colon)EST5EDT") == example("EST5EDT"))
      #expect(try local("\(colon)\(folder.path)/plain") == example("local"))
      let inside = "\(colon)\(folder.path)/zoneinfo/Europe/Berlin"
      #expect(try local(inside) == example("Europe/Berlin"))
      for rule in ["CET-1CEST,M3.5.0,M10.5.0/3", "JST-9", "CST6CDT", "<+03>-3", "UTC0"] {
        #expect(try local(colon + rule) == Zone(rule: rule))
      }
      #expect(try local("\(colon)UTC") == .utc)
      #expect(try local("\(colon)+02:00") == Zone(offset: 7200))
      #expect(try local(colon, file: "localtime") == .utc)
    }
  }

  @Test("a TZ without a valid zone is an error, never UTC")
  func unknown() {
    #expect(throws: ZoneError.unknown(name: "Berlin", suggestion: "Europe/Berlin")) {
      try local("Berlin")
    }
    #expect(throws: ZoneError.unknown(name: "/none", suggestion: nil)) { try local("/none") }
    #expect(throws: ZoneError.invalidName("../plain")) { try local("../plain") }
    #expect(throws: ZoneError.damaged(name: "local", .signature)) {
      try local(nil, file: "damaged")
    }
  }

  @Test("the machine this runs on has a zone")
  func thisMachine() throws {
    #expect(try !Zone.local(setting: nil, in: ZoneFolders()).name.isEmpty)
  }
}
