import CommandLine
import KonfCLI
import TestSupport

/// Sessions of a hall with a talk by the same speaker each, in Berlin in April 2016.
struct HallSchedule {
  /// A session: its identifier and its times as the format has them, such as "24-09-30".
  struct Session {
    let id: String
    let start: String
    let end: String?
    var abstract = ""

    init(_ id: String, _ start: String, _ end: String?, abstract: String = "") {
      self.id = id
      self.start = start
      self.end = end
      self.abstract = abstract
    }
  }

  let sessions: [Session]

  init(_ sessions: [Session]) {
    self.sessions = sessions
  }

  var json: String {
    let records = sessions.flatMap { session in
      [
        """
        {"t_id": "\(session.id)", "startTime": "\(session.start)", "description": "\(session.id)",
         \(session.end.map { "\"endTime\": \"\($0)\"," } ?? "") "locations": ["Hall"]}
        """,
        """
        {"t_id": "\(session.id)", "t_index": 1, "title": "About \(session.id)",
         \(session.abstract.isEmpty ? "" : "\"abstract\": \"\(session.abstract)\",")
         "speaker_name": "Ada"}
        """,
      ]
    }
    let conference = #"{"conference": "Hall", "month": "2016-04", "zone": "Europe/Berlin"}"#
    return "[\(([conference] + records).joined(separator: ",\n"))]"
  }

  /// A run in whose folder the schedule is, with what it keeps there; the moment is midnight before.
  func run(in folder: TemporaryFolder) -> CommandLineRun {
    folder.write(json, to: "hall.json")
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.environment["KONF_DATA"] = "\(folder.path)/hall.json"
    return run
  }
}
