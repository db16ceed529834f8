import CommandLine
import KonfCLI
import TestSupport
import Testing

/// What only helps to break lines is not shown; what could deceive is.
@Suite struct InvisibleLettersTests {
  /// What vanishes from texts.
  private static let invisible = "\u{AD}\u{200B}\u{2060}\u{FE0E}\u{2069}"
  private static let commands = [
    "", "timeline", "timeline --grid", "talks", "talks --oneline", "session s", "speakers",
    "speaker ada", "locations", "location hall", "tracks", "organizers", "conference",
    "search soft",
    "search long", "now --at 2015-05-18T10:30", "next --at 2015-05-17T10:30", "agenda",
    "export --as ics", "export --as csv", "export --as html --abstracts", "export --as markdown",
    "export --as html", "rate s 4", "ratings",
  ]

  /// A schedule with some letters in every text, or in its identifiers alone.
  private static func schedule(texts: String = "", ids: String = "") -> String {
    func text(_ before: String, _ after: String) -> String {
      let units = "\(before)\(texts)\(after)".utf16.map { unit in
        #"\u"# + String(0x1_0000 + UInt32(unit), radix: 16).dropFirst()
      }
      return "\"\(units.joined())\""
    }
    return """
      [{"conference": \(text("Ko", "nf")), "month": "2015-05", "zone": "Europe/Berlin"},
       {"t_id": "s\(ids)", "startTime": "18-10-00", "endTime": "18-11-00",
        "description": \(text("Soft", "ware")), "locations": [\(text("Ha", "ll"))]},
       {"t_id": "s\(ids)", "t_index": 1, "title": \(text("So", "ft")),
        "speaker_name": \(text("Ad", "a"))},
       {"name": \(text("Ad", "a")), "bio": \(text("A long", " life")), "organizer": true},
       {"name": \(text("Ha", "ll")), "address": \(text("Str", "eet")),
        "description": \(text("Wa", "y"))}]
      """
  }

  private func output(_ command: String, _ schedule: String) -> Output {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.input = Array(schedule.utf8)
    run.environment["KONF_HOME"] = folder.path
    return run("\(command) --data - --width 100")
  }

  private func text(_ output: Output) -> String {
    String(decoding: output.out + output.err, as: UTF8.self)
  }

  @Test("texts are shown and exported without invisible line break hints")
  func vanish() {
    for command in Self.commands {
      // The identifier of an event has all of the title of its conference.
      let plain = text(output(command, Self.schedule())).split(separator: "\r\n")
      let shown = text(output(command, Self.schedule(texts: Self.invisible)))
        .split(separator: "\r\n")
      #expect(
        shown.filter { !$0.hasPrefix("UID") } == plain.filter { !$0.hasPrefix("UID") }, "\(command)"
      )
    }
  }

  @Test("deceptive characters are shown as escapes in the same positions")
  func deceives() {
    let silent = ["rate s 4", "ratings", "agenda"]
    for command in Self.commands where !silent.contains(command) {
      for scalar in ["\u{202E}", "\u{2066}", "\u{E0041}"] {
        let shown = text(output(command, Self.schedule(texts: scalar)))
        #expect(!shown.contains(scalar), "\(command)")
        #expect(
          shown.replacing("\\", with: "").contains(SafeText(scalar).string.dropFirst()),
          "\(command)")
      }
    }
  }

  @Test("a closed isolate shows where, and an unclosed one closes nothing")
  func isolates() {
    let shown = text(output("talks", Self.schedule(texts: "\u{2067}x\u{2069}y\u{2069}")))
    #expect(shown.contains(#"So\u{2067}x\u{2069}yft"#))
  }

  @Test("in an id they are shown, since without them the id would differ")
  func ids() {
    for command in ["timeline", "talks", "session s", "rate s 5", "export --as csv"] {
      let shown = text(output(command, Self.schedule(ids: #"\u00ad"#)))
      #expect(shown.contains(#"s\u{ad}"#), "\(command): \(shown)")
    }
    let typed = text(output("speaker nob\u{200B}ody", Self.schedule()))
    #expect(typed.contains(#""nob\u{200b}ody""#))
  }

  @Test("in a link they are shown or escaped")
  func links() throws {
    let record = #"""
      {"schedule": {"conference": {"title": "Konf", "days": [{"date": "2015-05-18", "rooms": {
        "Hall": [{"id": 1, "guid": "g", "date": "2015-05-18T10:00:00+02:00", "start": "10:00",
          "duration": "01:00", "title": "A talk",
          "links": [{"title": "Code", "url": "https://ex\u00adample.org/x"}]}]}}]}}}
      """#
    #expect(text(output("session g", record)).contains(#"https://ex\u{ad}ample.org/x"#))
  }

  @Test("JSON keeps all of them")
  func json() throws {
    let texts = Self.invisible + "\u{2028}"
    for (command, field, value) in [
      ("talks", "title", "So\(texts)ft"), ("speakers", "name", "Ad\(texts)a"),
    ] {
      let output = output("\(command) --json", Self.schedule(texts: texts))
      let found = try #require(try output.values(field).first)
      #expect(Array(found.unicodeScalars) == Array(value.unicodeScalars), "\(command)")
    }
    let exported = output("export --as json", Self.schedule(texts: texts))
    #expect(String(decoding: exported.out, as: UTF8.self).contains(#"\u00ad"#))
  }

  @Test("line and paragraph separators end a line")
  func separators() {
    for separator in ["\u{2028}", "\u{2029}"] {
      let shown = text(output("speaker ad a", Self.schedule(texts: separator)))
      #expect(shown.contains("\n  A long\n   life\n"), "\(shown)")
      let page = text(output("location ha ll", Self.schedule(texts: separator)))
      #expect(!page.contains("2028") && !page.contains("2029"))
    }
  }
}
