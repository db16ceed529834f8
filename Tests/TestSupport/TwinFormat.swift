// Writes invented events in every format that konf reads. `TwinTests` and `OwnJSONTests` import the
// files and compare the events. `fields` must list exactly the fields that a format carries.

/// A format in which tests write invented events.
public enum TwinFormat: String, CaseIterable, Sendable {
  case uikonf, json1, json2, xml, sessionize, gridSmart, coscup, trySwift, calendar
  case pretalxWidget, indicoTimetable
  /// The document that konf exports, and its list of talks.
  case konf, konfTalks
  /// A calendar in the style of pretalx: names follow every title and occur nowhere else.
  case pretalxCalendar
  /// A calendar with names after some titles, which the contacts of the events confirm.
  case contactCalendar

  /// The fields that the format carries.
  public var fields: Set<TwinEvent.Field> {
    switch self {
    case .uikonf: [.title, .start, .end, .location, .track, .language, .abstract]
    case .json1, .json2, .xml, .coscup, .konf, .konfTalks: Set(TwinEvent.Field.allCases)
    case .sessionize, .gridSmart, .pretalxWidget:
      [.title, .start, .end, .location, .speakers, .track, .language, .abstract]
    case .trySwift, .indicoTimetable, .pretalxCalendar:
      [.title, .start, .end, .location, .speakers, .abstract, .page]
    case .calendar, .contactCalendar:
      [.title, .start, .end, .location, .speakers, .track, .abstract, .page]
    }
  }

  /// Returns a file with the events.
  public func text(_ events: [TwinEvent]) -> String {
    switch self {
    case .uikonf: Self.uikonf(events)
    case .json1: Self.json1(events)
    case .json2: Self.json2(events)
    case .xml: Self.xml(events)
    case .sessionize: Self.sessionize(events)
    case .gridSmart: Self.gridSmart(events)
    case .coscup: Self.coscup(events)
    case .trySwift: Self.trySwift(events)
    case .pretalxWidget: Self.pretalxWidget(events)
    case .indicoTimetable: Self.indicoTimetable(events)
    case .konf: Self.konf(events)
    case .konfTalks: Self.list(events.map { Self.konfTalk($0) })
    case .calendar, .pretalxCalendar, .contactCalendar: calendar(events)
    }
  }

  private static func quoted(_ text: String) -> String {
    let signs: [Character: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n"]
    return "\"\(text.map { signs[$0] ?? String($0) }.joined())\""
  }

  private static func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ", "))]" }

  private static func object(_ members: [(String, String)]) -> String {
    "{\(members.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}"
  }

  // MARK: JSON

  private static func uikonf(_ events: [TwinEvent]) -> String {
    func clock(_ time: String) -> String {
      let parts = time.split { "-T:".contains($0) }
      return "\"\(parts[2...4].joined(separator: "-"))\""
    }
    let records = events.flatMap { event in
      [
        object([
          ("t_id", quoted(event.key)), ("startTime", clock(event.start)),
          ("endTime", clock(event.end)), ("description", quoted(event.title)),
          ("locations", list([quoted(event.location)])),
        ]),
        object(
          [
            ("t_id", quoted(event.key)), ("t_index", "1"), ("title", quoted(event.title)),
            ("track", quoted(event.track)), ("language", quoted(event.language)),
            ("abstract", quoted(event.abstract)),
          ] + event.speakers.prefix(1).map { ("speaker_name", quoted($0)) }),
      ]
    }
    let head = #"{"conference": "T", "month": "2025-05", "zone": "Europe/Berlin"}"#
    return list([head] + records)
  }

  private static func conference(_ more: (String, String)) -> String {
    object([("title", "\"T\""), ("time_zone_name", "\"Europe/Berlin\""), more])
  }

  private static func json1(_ events: [TwinEvent]) -> String {
    let days = Dictionary(grouping: events, by: \.day).sorted { $0.key < $1.key }.map { day in
      let rooms = Dictionary(grouping: day.value, by: \.location).map { room in
        (
          room.key,
          list(
            room.value.map { event in
              object([
                ("guid", quoted(event.guid)), ("id", "\(event.key.dropFirst())"),
                ("date", quoted(event.start + "+02:00")),
                ("start", quoted(String(event.start.dropFirst(11).prefix(5)))),
                ("duration", quoted(duration(event))), ("room", quoted(event.location)),
                ("title", quoted(event.title)), ("track", quoted(event.track)),
                ("language", quoted(event.language)), ("abstract", quoted(event.abstract)),
                ("url", quoted(event.page)),
                ("persons", list(event.speakers.map { object([("public_name", quoted($0))]) })),
              ])
            })
        )
      }
      return object([("date", "\"2025-05-\(day.key)\""), ("index", "1"), ("rooms", object(rooms))])
    }
    return object([("schedule", object([("conference", conference(("days", list(days))))]))])
  }

  private static func duration(_ event: TwinEvent) -> String {
    "\(event.minutes / 60):\(event.minutes % 60 < 10 ? "0" : "")\(event.minutes % 60)"
  }

  private static func json2(_ events: [TwinEvent]) -> String {
    let written = events.map { event in
      object([
        ("guid", quoted(event.guid)), ("title", quoted(event.title)), ("type", "\"TALK\""),
        ("start", quoted(event.start + "+02:00")), ("duration", "\"PT\(event.minutes)M\""),
        ("room", object([("name", quoted(event.location))])),
        ("track", object([("name", quoted(event.track))])), ("language", quoted(event.language)),
        ("abstract", quoted(event.abstract)), ("url", quoted(event.page)),
        ("participants", list(event.speakers.map { object([("name", quoted($0))]) })),
      ])
    }
    return object([
      (
        "schedule",
        object([("conference", conference(("rooms", "[]"))), ("events", list(written))])
      )
    ])
  }

  private static func sessionize(_ events: [TwinEvent]) -> String {
    func items(_ texts: [String], _ first: Int) -> String {
      list(
        texts.enumerated().map { object([("id", "\(first + $0)"), ("name", quoted($1))]) })
    }
    let rooms = Array(Set(events.map(\.location))).sorted()
    let people = Array(Set(events.flatMap(\.speakers))).sorted()
    let tracks = Array(Set(events.map(\.track))).sorted()
    let languages = Array(Set(events.map(\.language))).sorted()
    let sessions = events.map { event in
      object([
        ("id", quoted(String(event.key.dropFirst()))), ("title", quoted(event.title)),
        ("description", quoted(event.abstract)), ("startsAt", quoted(event.start)),
        ("endsAt", quoted(event.end)), ("roomId", "\(rooms.firstIndex(of: event.location) ?? 0)"),
        ("speakers", list(event.speakers.map { "\"s\(people.firstIndex(of: $0) ?? 0)\"" })),
        (
          "categoryItems",
          "[\(100 + (tracks.firstIndex(of: event.track) ?? 0)), \(200 + (languages.firstIndex(of: event.language) ?? 0))]"
        ),
      ])
    }
    let speakers = people.enumerated().map {
      object([("id", "\"s\($0)\""), ("fullName", quoted($1))])
    }
    let categories = [("Track", items(tracks, 100)), ("Language", items(languages, 200))].map {
      object([("id", "1"), ("title", quoted($0)), ("items", $1)])
    }
    return object([
      ("sessions", list(sessions)), ("speakers", list(speakers)), ("questions", "[]"),
      ("rooms", items(rooms, 0)), ("categories", list(categories)),
    ])
  }

  private static func gridSmart(_ events: [TwinEvent]) -> String {
    let days = Dictionary(grouping: events, by: \.day).sorted { $0.key < $1.key }.map { day in
      let rooms = Dictionary(grouping: day.value, by: \.location).map { room in
        object([
          ("id", "1"), ("name", quoted(room.key)),
          (
            "sessions",
            list(
              room.value.map { event in
                let categories = [("Track", event.track), ("Language", event.language)].map {
                  object([("name", quoted($0)), ("categoryItems", list([named($1)]))])
                }
                return object([
                  ("id", quoted(String(event.key.dropFirst()))), ("title", quoted(event.title)),
                  ("description", quoted(event.abstract)), ("startsAt", quoted(event.start)),
                  ("endsAt", quoted(event.end)), ("room", quoted(room.key)),
                  ("speakers", list(event.speakers.map { named($0) })),
                  ("categories", list(categories)),
                ])
              })
          ),
        ])
      }
      return object([
        ("date", "\"2025-05-\(day.key)T00:00:00\""), ("rooms", list(rooms)), ("timeSlots", "[]"),
      ])
    }
    return list(days)
  }

  private static func named(_ name: String) -> String { object([("name", quoted(name))]) }

  private static func coscup(_ events: [TwinEvent]) -> String {
    func things(_ texts: [String], _ field: String = "name") -> String {
      list(
        Array(Set(texts)).sorted().map { text in
          object([("id", quoted("x-\(text)")), ("en", object([(field, quoted(text))]))])
        })
    }
    let sessions = events.map { event in
      object([
        ("id", quoted(event.key)), ("type", quoted("x-\(event.track)")),
        ("room", quoted("x-\(event.location)")), ("start", quoted(event.start + "+02:00")),
        ("end", quoted(event.end + "+02:00")), ("language", quoted(event.language)),
        (
          "en",
          object([("title", quoted(event.title)), ("description", quoted(event.abstract))])
        ), ("speakers", list(event.speakers.map { quoted("x-\($0)") })),
        ("uri", quoted(event.page)),
      ])
    }
    return object([
      ("sessions", list(sessions)), ("speakers", things(events.flatMap(\.speakers))),
      ("session_types", things(events.map(\.track))), ("rooms", things(events.map(\.location))),
      ("tags", "[]"),
    ])
  }

  private static func trySwift(_ events: [TwinEvent]) -> String {
    let days = Dictionary(grouping: events, by: \.day).sorted { $0.key < $1.key }.map { day in
      let slots = day.value.map { event in
        let session = object([
          ("id", String(event.key.dropFirst())), ("title", quoted(event.title)),
          ("place", quoted(event.location)), ("description", quoted(event.abstract)),
          ("speakers", list(event.speakers.map { named($0) })), ("url", quoted(event.page)),
        ])
        return object([
          ("time", quoted(event.start + "+02:00")), ("end_time", quoted(event.end + "+02:00")),
          ("sessions", list([session])),
        ])
      }
      return object([
        ("id", "\(day.key)"), ("title", quoted("Day")),
        ("date", "\"2025-05-\(day.key)T00:00:00+02:00\""), ("schedules", list(slots)),
      ])
    }
    return list(days)
  }

  private static func pretalxWidget(_ events: [TwinEvent]) -> String {
    func things(_ texts: [String], _ key: String) -> (id: (String) -> String, list: String) {
      let names = Array(Set(texts)).sorted()
      func id(_ name: String) -> String {
        let number = names.firstIndex(of: name) ?? 0
        return key == "id" ? "\(number)" : "\"P\(number)\""
      }
      return (id, list(names.map { object([(key, id($0)), ("name", quoted($0))]) }))
    }
    let rooms = things(events.map(\.location), "id")
    let tracks = things(events.map(\.track), "id")
    let people = things(events.flatMap(\.speakers), "code")
    let talks = events.map { event in
      object([
        ("code", quoted(event.key)), ("title", quoted(event.title)), ("duration", "1"),
        ("abstract", quoted(event.abstract)), ("speakers", list(event.speakers.map(people.id))),
        ("track", tracks.id(event.track)), ("room", rooms.id(event.location)),
        ("start", quoted(event.start + "+02:00")), ("end", quoted(event.end + "+02:00")),
        ("content_locale", quoted(event.language)),
      ])
    }
    return object([
      ("talks", list(talks)), ("timezone", "\"Europe/Berlin\""), ("version", "\"1\""),
      ("event_start", "\"2025-05-18\""), ("event_end", "\"2025-05-20\""),
      ("tracks", tracks.list), ("rooms", rooms.list), ("speakers", people.list),
    ])
  }

  private static func indicoTimetable(_ events: [TwinEvent]) -> String {
    func moment(_ time: String) -> String {
      object([
        ("date", quoted(String(time.prefix(10)))), ("time", quoted(String(time.dropFirst(11)))),
        ("tz", "\"Europe/Berlin\""),
      ])
    }
    let days = Dictionary(grouping: events, by: \.day).sorted { $0.key < $1.key }.map { day in
      let entries = day.value.map { event in
        let number = String(event.key.dropFirst())
        return (
          "c\(number)",
          object([
            ("entryType", "\"Contribution\""), ("contributionId", number),
            ("title", quoted(event.title)), ("description", quoted(event.abstract)),
            ("startDate", moment(event.start)), ("endDate", moment(event.end)), ("duration", "1.0"),
            ("room", quoted(event.location)), ("location", "\"\""), ("url", quoted(event.page)),
            ("presenters", list(event.speakers.map { named($0) })), ("authors", "[]"),
          ])
        )
      }
      return ("202505\(day.key)", object(entries))
    }
    return object([("results", object([("5", object(days))])), ("_type", "\"HTTPAPIResult\"")])
  }

  private static func konf(_ events: [TwinEvent]) -> String {
    let sessions = events.map { event in
      object([
        ("id", quoted(event.key)), ("title", quoted(event.title)),
        ("start", quoted(event.start + "+02:00")), ("end", quoted(event.end + "+02:00")),
        ("locations", list([named(event.location)])), ("talks", list([konfTalk(event)])),
      ])
    }
    return object([
      ("conference", object([("title", "\"T\""), ("zone", "\"Europe/Berlin\"")])),
      ("sessions", list(sessions)),
    ])
  }

  private static func konfTalk(_ event: TwinEvent) -> String {
    object([
      ("id", quoted(event.key)), ("session", quoted(event.key)), ("title", quoted(event.title)),
      ("start", quoted(event.start + "+02:00")), ("end", quoted(event.end + "+02:00")),
      ("locations", list([named(event.location)])), ("track", quoted(event.track)),
      ("language", quoted(event.language)), ("abstract", quoted(event.abstract)),
      ("speakers", list(event.speakers.map { named($0) })), ("url", quoted(event.page)),
    ])
  }

  // MARK: XML

  private static func xml(_ events: [TwinEvent]) -> String {
    func written(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
    let days = Dictionary(grouping: events, by: \.day).sorted { $0.key < $1.key }.map { day in
      let rooms = Dictionary(grouping: day.value, by: \.location).map { room in
        let events = room.value.map { event in
          let persons = event.speakers.map { "<person>\(written($0))</person>" }.joined()
          return """
            <event guid="\(event.guid)" id="\(event.key.dropFirst())"><date>\(event.start)+02:00</date>
            <start>\(event.start.dropFirst(11).prefix(5))</start><duration>\(duration(event))</duration>
            <room>\(written(event.location))</room><title>\(written(event.title))</title>
            <track>\(written(event.track))</track><language>\(event.language)</language>
            <abstract>\(written(event.abstract))</abstract><url>\(event.page)</url>
            <persons>\(persons)</persons></event>
            """
        }
        return "<room name=\"\(written(room.key))\">\(events.joined())</room>"
      }
      return "<day date=\"2025-05-\(day.key)\" index=\"1\">\(rooms.joined())</day>"
    }
    return """
      <schedule><conference><title>T</title><time_zone_name>Europe/Berlin</time_zone_name></conference>
      \(days.joined())</schedule>
      """
  }

  // MARK: iCalendar

  private func calendar(_ events: [TwinEvent]) -> String {
    func escaped(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing(",", with: "\\,").replacing(";", with: "\\;")
        .replacing("\n", with: "\\n")
    }
    func basic(_ time: String) -> String { time.filter { $0 != "-" && $0 != ":" } }
    var lines = ["BEGIN:VCALENDAR", "X-WR-CALNAME:T"]
    if self == .pretalxCalendar { lines.append("PRODID:-//pretalx//pretalx.com//t") }
    for event in events {
      var title = event.title
      let names = event.speakers.joined(separator: ", ")
      switch self {
      case .pretalxCalendar: title += " - \(names)"
      case .contactCalendar where !names.isEmpty: title += " - \(names)"
      default: break
      }
      lines += [
        "BEGIN:VEVENT", "UID:\(event.guid)", "SUMMARY:\(escaped(title))",
        "DTSTART;TZID=Europe/Berlin:\(basic(event.start))",
        "DTEND;TZID=Europe/Berlin:\(basic(event.end))", "LOCATION:\(escaped(event.location))",
        "DESCRIPTION:\(escaped(event.abstract))", "URL:\(event.page)",
      ]
      if self != .pretalxCalendar { lines.append("CATEGORIES:\(escaped(event.track))") }
      switch self {
      case .calendar: lines += event.speakers.map { "ATTENDEE;CN=\"\($0)\":mailto:x@example.org" }
      case .contactCalendar where !names.isEmpty:
        lines += event.speakers.map { "CONTACT:\(escaped($0))\\, Harbour Ltd" }
      default: break
      }
      lines.append("END:VEVENT")
    }
    return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }
}
