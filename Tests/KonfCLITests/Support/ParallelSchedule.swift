/// Two days with several things at once, in rooms and languages of every width.
///
/// The first day has three rooms, a break that names none, and two sessions that share a room and a
/// time; the second begins with what has no start and ends after midnight.
enum ParallelSchedule {
  static let json = """
    [{"conference": "広場 Conf 🎪", "month": "2026-03", "zone": "UTC"},
     {"name": "大ホール", "address": "1 Plaza"},
     {"name": "Room B", "address": "2 Plaza"},
     {"name": "Garden 🌳", "address": "3 Plaza"},
     {"t_id": "open", "startTime": "07-09-00", "endTime": "07-09-30",
      "description": "Opening ☀️", "locations": ["大ホール"]},
     {"t_id": "types", "startTime": "07-09-30", "endTime": "07-11-00",
      "description": "型とは何か、そしてなぜ役に立つのか", "locations": ["大ホール"]},
     {"t_id": "types", "t_index": 1, "title": "型のある世界 🧭", "speaker_name": "山田 花子"},
     {"t_id": "types", "t_index": 2, "title": "Typen ohne Ende", "speaker_name": "Jörg Öztürk"},
     {"t_id": "posters", "startTime": "07-10-00", "endTime": "07-12-00",
      "description": "Posters", "locations": ["Room B"]},
     {"t_id": "demos", "startTime": "07-10-30", "endTime": "07-11-30",
      "description": "Demos and a title that is a good deal longer than its column",
      "locations": ["Room B"]},
     {"t_id": "lunch", "startTime": "07-12-00", "endTime": "07-13-00", "description": "Lunch 🍜"},
     {"t_id": "walk", "startTime": "07-13-00", "endTime": "07-13-00",
      "description": "Start of the walk", "locations": ["Garden 🌳"]},
     {"t_id": "talks", "startTime": "07-13-00", "endTime": "07-14-00",
      "description": "Afternoon", "locations": ["大ホール", "Room B"]},
     {"t_id": "talks", "t_index": 1, "title": "Nothing but text", "speaker_name": "Ada Ash"},
     {"t_id": "set-up", "endTime": "08-10-00", "description": "Setting up",
      "locations": ["Room B"]},
     {"t_id": "party", "startTime": "08-20-00", "endTime": "09-02-00",
      "description": "Party 🎉 bis spät", "locations": ["Garden 🌳"]},
     {"name": "山田 花子", "bio": "Types."}, {"name": "Jörg Öztürk", "bio": "Enden."},
     {"name": "Ada Ash", "bio": "Text."}]
    """

  /// The same some weeks later: the zone was put right, some things have moved, and there are new ones.
  static var laterJSON: String {
    let edits = [
      (#""zone": "UTC""#, #""zone": "+09:00""#),
      (
        #""startTime": "07-10-00", "endTime": "07-12-00""#,
        #""startTime": "08-10-00", "endTime": "08-13-00""#
      ),
      ("Lunch 🍜", "昼食 🍱"), (#""locations": ["大ホール", "Room B"]"#, #""locations": ["Garden 🌳"]"#),
      (#""speaker_name": "Jörg Öztürk""#, #""speaker_name": "Jörg Öztürk-Ash""#),
      (#""bio": "Types.""#, #""bio": "Types and types.""#), ("2 Plaza", "22 Plaza"),
      (#"{"name": "Ada Ash", "bio": "Text."}"#, #"{"name": "李 明", "bio": "字"}"#),
    ]
    return edits.reduce(json) { text, edit in
      var parts = text.split(separator: edit.0, omittingEmptySubsequences: false).map(String.init)
      if parts.count > 1 { parts[0] += edit.1 + parts.remove(at: 1) }
      return parts.joined(separator: edit.0)
    }
  }
}
