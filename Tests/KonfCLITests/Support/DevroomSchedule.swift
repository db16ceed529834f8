import TestSupport

/// An invented day of a conference as large as FOSDEM: 480 talks in 30 rooms, each with a track of its own.
///
/// Half of the titles are longer than 58 columns and one of ten is longer than 88; some have wide or
/// joined signs, or letters from right to left.
enum DevroomSchedule {
  /// The titles, in the order of the talks.
  static let titles: [String] = {
    var generator = SplitMix64(seed: 28)
    return (0..<480).map { number in
      let length = [24, 34, 44, 52, 58, 62, 68, 74, 86, 100].oneElement(using: &generator)
      var title = "\(number)"
      while title.count < length { title += " \(words.oneElement(using: &generator))" }
      return title
    }
  }()

  /// The location of each talk; one of 30 has a longer name than all others.
  static let locations: [String] = (0..<480).map { number in
    let room = number % 30
    if room == 28 { return "H.1328 (Old Founders)" }
    return room % 4 == 0 ? "H.\(1300 + room) (Founders)" : "K.\(room)"
  }

  /// The track of each talk, which is that of its location.
  static let tracks: [String] = (0..<480).map { trackNames[$0 % 30 % trackNames.count] }

  static let json: String = {
    var generator = SplitMix64(seed: 29)
    var records = [
      #"{"conference": "Devrooms 2026", "month": "2026-02", "zone": "Europe/Brussels"}"#
    ]
    for (number, title) in titles.enumerated() {
      let room = number % 30
      let start = 570 + number / 30 * 30
      func clock(_ minute: Int) -> String {
        let hour = "\(minute / 60)"
        return "07-\(hour.count < 2 ? "0" : "")\(hour)-\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
      }
      let name = "\(people.oneElement(using: &generator)) \(people.oneElement(using: &generator))"
      let second = number % 5 == 0 ? ", \(people.oneElement(using: &generator)) Long-Surname" : ""
      let id = "\(String(number + 4096, radix: 16))abcd"
      records.append(
        """
        {"t_id": "\(id)", "startTime": "\(clock(start))", "endTime": "\(clock(start + 25))",
         "locations": ["\(locations[number])"]},
        {"t_id": "\(id)", "t_index": 1, "title": "\(title)", "speaker_name": "\(name)\(second)",
         "track": "\(tracks[number])"}
        """)
    }
    return "[\(records.joined(separator: ",\n"))]"
  }()

  private static let words = [
    "the", "open", "kernel", "of", "a", "distributed", "scheduler", "for", "embedded", "boards",
    "with", "Swift", "and", "reproducible", "builds:", "what", "we", "learned", "from", "tracing",
    "会議", "🚀", "👩‍🚀", "naïve", "שלום", "observability",
  ]
  private static let people = [
    "Ada", "Bruno", "Chiara", "Dorothea", "Émile", "Farid", "Gül", "Hanako", "Ines", "山田",
  ]
  private static let trackNames = [
    "Boards", "Collaboration and Content Management", "Containers", "Databases", "Email",
    "Package Management", "RISC-V",
  ]
}
