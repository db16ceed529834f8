/// A schedule whose every text tries to drive the terminal that it is shown on.
///
/// Each holds an escape sequence, a bell, a C1 control, a bidirectional override, a line break, a
/// line separator, wide and combining characters, and emoji made of several scalars.
enum HostileSchedule {
  /// It has no space, so that it is one word of a command line.
  static let attack =
    "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}evil\u{2066}\r\n\u{2028}\u{E0041}\u{200B}"
    + "会议\u{1F469}\u{200D}\u{1F467}e\u{301}\u{302}\u{327}\u{1F1E9}\u{1F1EA}\u{AD}\u{FEFF}"

  /// The schedule as JSON; the attacks are escaped, so that the file itself is plain.
  static let json = json(with: attack)

  /// Returns the schedule with something else in its texts.
  static func json(with attack: String) -> String {
    func text(_ words: String) -> String {
      "\"\((words + attack).unicodeScalars.map(escaped).joined())\""
    }
    return """
      [{"conference": \(text("Konf")), "month": "2015-05", "zone": "Europe/Berlin"},
       {"t_id": \(text("a")), "startTime": "18-10-00", "endTime": "18-11-00",
        "description": \(text("Session of ")), "locations": [\(text("Location")), \(text("Nowhere"))]},
       {"t_id": \(text("a")), "t_index": 1, "title": \(text("A title ")),
        "speaker_name": \(text("Some Person "))},
       {"t_id": \(text("a")), "t_index": 2, "title": \(text("Second")),
        "speaker_name": \(text("Unknown"))},
       {"name": \(text("Some Person ")), "bio": \(text("Life")), "twitter": \(text("@p")),
        "photo": \(text("http://")), "organizer": true},
       {"name": \(text("Location")), "address": \(text("Street")), "description": \(text("Way"))},
       {"t_id": \(text("b")), "startTime": \(text("18")), \(text("field")): \(text("value"))},
       {"t_id": \(text("a")), "description": \(text("Again"))},
       \(text("no record"))]
      """
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar.isASCII, scalar.value >= 0x20, scalar != "\"", scalar != "\\" { return "\(scalar)" }
    return String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
