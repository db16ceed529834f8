/// An invented conference whose names have only letters, and whose identifiers are in no name.
enum HarbourSchedule {
  static let json = version(maps: ("10-00", "11-30", "Pier One"))
  /// An earlier version, in which a session is at another time and location.
  static let earlier = version(maps: ("12-00", "13-30", "Boat House"))

  private static func version(maps: (start: String, end: String, location: String)) -> String {
    """
    [{"conference": "Harbour Days", "month": "2026-09", "zone": "Europe/Berlin"},
     {"t_id": "zq-71", "startTime": "12-09-30", "endTime": "12-10-00",
      "locations": ["Pier One"], "description": "Opening"},
     {"t_id": "zq-72", "startTime": "12-\(maps.start)", "endTime": "12-\(maps.end)",
      "locations": ["\(maps.location)"], "description": "Maps"},
     {"t_id": "zq-72", "t_index": 1, "title": "Ten years of tide tables",
      "speaker_name": "Mara Lindholm", "track": "Maps", "language": "en",
      "abstract": "How tides are computed.\\nSee https://example.org/tides for more."},
     {"t_id": "zq-72", "t_index": 2, "title": "Thirty years of harbour maps",
      "speaker_name": "Jon Berg", "track": "Maps", "language": "en"},
     {"t_id": "zq-73", "startTime": "12-10-30", "endTime": "12-12-00",
      "locations": ["Boat House"]},
     {"t_id": "zq-73", "t_index": 1, "title": "Calibrating a cheap sextant",
      "speaker_name": "Jon Berg", "track": "Tools", "language": "de"},
     {"t_id": "zq-74", "startTime": "12-12-00", "endTime": "12-13-00",
      "locations": ["Mess"], "description": "Lunch"},
     {"t_id": "zq-75", "startTime": "12-22-00", "endTime": "13-03-30",
      "locations": ["Mess", "Pier One"], "description": "Party"},
     {"t_id": "zq-76", "startTime": "13-09-30", "endTime": "13-10-30",
      "locations": ["Boat House"]},
     {"t_id": "zq-76", "t_index": 1, "title": "Enabling lighthouses",
      "speaker_name": "Mara Lindholm", "track": "Tools", "language": "en"},
     {"name": "Mara Lindholm", "bio": "Computes tides.", "twitter": "@mara"},
     {"name": "Jon Berg", "bio": "Draws maps.", "organizer": true},
     {"name": "Pier One", "address": "Quay 1, 20457 Hamburg"},
     {"name": "Boat House", "description": "Behind the crane"}]
    """
  }
}
