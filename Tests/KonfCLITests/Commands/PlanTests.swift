import CommandLine
import KonfCLI
import TestSupport
import Testing

/// `konf plan`, and what walking times change.
@Suite struct PlanTests {
  /// Talks in two buildings, H and UB, on a morning.
  private static let json = """
    [{"conference": "Harbour Days", "month": "2026-09", "zone": "Europe/Berlin"},
     \(talk("tides", "12-10-00", "12-10-30", "H.1", "Tide tables", "Mara", "Maps")),
     \(talk("charts", "12-10-00", "12-10-30", "H.2", "Charts", "Ann", "Maps")),
     \(talk("sextants", "12-10-30", "12-11-00", "UB1", "Sextants", "Jon", "Tools")),
     \(talk("lights", "12-11-30", "12-12-00", "UB2", "Lighthouses", "Mara", "Lights")),
     \(talk("buoys", "12-11-30", "12-12-00", "H.1", "Buoys", "Eve", "Maps")),
     \(talk("knots", "12-13-00", "12-13-30", "UB1", "Knots", "Ida", "Ropes"))]
    """

  private static func talk(
    _ id: String, _ start: String, _ end: String, _ location: String, _ title: String,
    _ speaker: String, _ track: String
  ) -> String {
    """
    {"t_id": "\(id)", "startTime": "\(start)", "endTime": "\(end)", "locations": ["\(location)"]},
    {"t_id": "\(id)", "t_index": 1, "title": "\(title)", "speaker_name": "\(speaker)",
     "track": "\(track)"}
    """
  }

  private let folder = TemporaryFolder()
  private var run = CommandLineRun()

  init() {
    run.environment["KONF_HOME"] = folder.path
    run.environment["KONF_DATA"] = folder.write(Self.json, to: "harbour.json")
    run.environment["XDG_CONFIG_HOME"] = folder.path
    folder.makeFolder("konf")
    folder.write("--at 2026-09-12T09:00\nwalk = H:UB 10m\n", to: "konf/config")
  }

  @Test("keeping a plan adds only maybes, one undo removes them, and the next plan is the same")
  func keep() throws {
    _ = run("star tides/1")
    _ = run("star charts/1 --maybe")
    let ids = try run.values("id", of: "plan")
    #expect(ids == ["tides", "null", "buoys"])
    #expect(try run.values("reason", of: "plan") == ["starred", "null", "track"])
    let kept = run("plan --keep")
    #expect(kept.notes == "konf: starred 1 talk as maybes; konf undo reverts this\n")
    #expect(try run.values("star", of: "talks --mine") == ["yes", "maybe", "maybe"])
    #expect(try run.values("id", of: "plan") == ids)
    #expect(run("plan --keep").notes.contains("already on your agenda"))
    _ = run("undo")
    #expect(try run.values("id", of: "talks --mine") == ["tides/1", "charts/1"])
    #expect(try run.values("id", of: "plan") == ids)
  }

  @Test("each choice has its reason, its second choice and what it displaces, at every width")
  func reasons() throws {
    _ = run("star tides/1 charts/1 sextants/1")
    _ = run("add Call --at 2026-09-12T12:00 --for 30m --location UB3")
    for width in [40, 80, 120] {
      let text = run("plan --width \(width)").text
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
      let words = text.split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains("second choice: Tide tables, 10:00–10:30, H.1"), "\(text)")
      #expect(words.contains("leave 10 min early, 10 min to UB1"), "\(text)")
      #expect(words.contains("because you starred Mara"), "\(text)")
      #expect(words.contains("Call"), "\(text)")
    }
    let plain = run("plan --plain").text
    #expect(plain.contains("leave 10 minutes early, 10 minutes to UB1"), "\(plain)")
    #expect(
      try run.values("kind", of: "plan")
        == ["session", "session", "free", "session", "appointment"])
    let ids = try run.values("id", of: "plan")
    #expect(ids.dropLast() == ["charts", "sextants", "null", "lights"])
    #expect(try run.values("second", of: "plan").filter { $0 != "null" } == ["tides"])
    #expect(try run.values("walk", of: "plan").contains("10"))
  }

  @Test("of appointments that clash, each has the starred talks that it displaces")
  func clashingAppointments() throws {
    _ = run("star sextants/1")
    _ = run("add Call --at 2026-09-12T10:20 --for 50m")
    _ = run("add Errand --at 2026-09-12T09:40 --for 45m")
    #expect(try run.values("title", of: "plan").prefix(2) == ["Errand", "Call"])
    #expect(try run.values("lost", of: "plan").contains { $0.contains("sextants") })
    #expect(run("plan").text.contains("instead of Sextants"))
  }

  @Test("friends and breaks decide, and appointments, hidden and past talks are left out")
  func limits() throws {
    let stars = folder.write("knots/1\n", to: "stars")
    _ = run(["friends", "add", "Ada", stars])
    #expect(run("plan").notes.contains("nothing to plan"))
    #expect(try run.values("name", of: "plan --with ada") == ["Ada"])
    _ = run("star sextants/1 tides/1")
    #expect(try run.values("id", of: "plan") == ["tides", "sextants", "null", "lights"])
    #expect(try run.values("id", of: "plan --breaks 45m") == ["tides", "sextants"])
    _ = run("hide lights/1")
    _ = run("hide buoys/1")
    #expect(try run.values("id", of: "plan") == ["tides", "sextants"])
    #expect(try run.values("id", of: "plan --at 2026-09-12T10:31") == ["sextants"])
    #expect(try run.values("id", of: "plan --at 2026-10-01T10:31") == ["tides", "sextants"])
    _ = run("add Call --at 2026-09-12T10:10 --for 15m")
    #expect(try run.values("lost", of: "plan").first == "[\"charts\",\"tides\"]")
  }

  @Test("the agenda, its clashes and its gaps, reminders and alarms know the walks")
  func walks() throws {
    _ = run("star sextants/1 buoys/1")
    let agenda = run("agenda").text
    #expect(agenda.contains("11:00–11:20   free for 20 min"), "\(agenda)")
    #expect(agenda.contains("leave at 11:20, 10 min to H.1"), "\(agenda)")
    #expect(try run.values("walk", of: "agenda") == ["null", "null", "10"])
    let soon = "next --mine --in 15m --exit-status --oneline --at 2026-09-12T11:"
    #expect(run("\(soon)04").status == .notFound)
    #expect(run("\(soon)06").text.contains("leave at 11:20"))
    #expect(run("next --at 2026-09-12T11:20").text.contains("leave at 11:20, 10 min to H.1"))
    let calendar = run("export --as ics --mine --alarm 5m").text
    #expect(calendar.contains("TRIGGER:-PT5M") && calendar.contains("TRIGGER:-PT15M"))
    let output = run("add Call --at 2026-09-12T12:00 --for 30m --location UB3")
    #expect(output.notes == "konf: the appointment is too far from \"Buoys\"\n", "\(output.notes)")
    #expect(run("agenda").text.contains("too far from Call, 12:00–12:30"))
    #expect(!run("agenda --no-config --at 2026-09-12T09:00").text.contains("leave"))
  }

  @Test("an export of a plan has its sessions and the appointments")
  func export() throws {
    _ = run("star tides/1")
    _ = run("add Call --at 2026-09-12T12:30 --for 30m")
    let calendar = run("export --plan --as ics").text
    #expect(calendar.split(separator: "\r\n").count { $0 == "BEGIN:VEVENT" } == 3)
    #expect(try run.values("id", of: "export --plan").first == "tides")
    #expect(run("export --plan --mine --as ics").status == .usage)
  }

  @Test(
    "an invalid walking time is an error with its line",
    arguments: [
      ("walk = H:UB", "write two locations and a length of time, such as walk = H:UB 10m"),
      ("walk = H 10m", "write two locations and a length of time, such as walk = H:UB 10m"),
      ("walk = H:UB:K 10m", "write two locations and a length of time, such as walk = H:UB 10m"),
      ("walk = :UB 10m", "write two locations and a length of time, such as walk = H:UB 10m"),
      ("walk = H:UB 0m", "write two locations and a length of time, such as walk = H:UB 10m"),
      ("walk = H:UB 1d 1m", "the walking time is too long; use at most one day"),
      ("walk =", "write two locations and a length of time, such as walk = H:UB 10m"),
    ])
  func problems(line: String, message: String) {
    folder.write("\n\(line)\n", to: "konf/config")
    #expect(run("agenda").notes.hasPrefix("konf: \(folder.path)/konf/config:2: walk: \(message)\n"))
  }

  @Test("names may have blanks, the longest prefix and then the last line win, up to 1000 lines")
  func lines() throws {
    _ = run("star sextants/1 buoys/1")
    func walk(_ lines: [String]) throws -> String {
      folder.write(lines.joined(separator: "\n"), to: "konf/config")
      return try #require(try run.values("walk", of: "agenda --at 2026-09-12T09:00").last)
    }
    #expect(try walk(["walk = UB1:H.1 7m", "walk = H:UB 10m"]) == "7")
    #expect(try walk(["walk = ub:h 1h 5m", "walk = Main Hall:H 10m"]) == "65")
    #expect(try walk(["walk = H:UB 10m", "walk = UB:H 9m"]) == "9")
    #expect(try walk(["walk = H.2:UB 10m"]) == "null")
    let many = (0..<1000).map { "walk = X\($0):Y 1m" }
    #expect(try walk(many.dropLast() + ["walk = H:UB 10m"]) == "10")
    _ = try walk(many + ["walk = H:UB 10m"])
    #expect(run("agenda").notes.contains(":1001: walk: more than 1000 walking times"))
  }
}
