/// Writes the flat JSON of UIKonf.
enum FlatWriter {
  /// Returns the text of the file.
  static func text(_ version: Version) -> String {
    let month = "\(version.firstDay.year)-\(Version.two(version.firstDay.month))"
    var records = [
      #"{"conference": "\#(version.title)", "month": "\#(month)", "zone": "Europe/Berlin"}"#
    ]
    for slot in version.slots { records.append(session(slot, version)) }
    for slot in version.slots {
      for (position, talk) in slot.talks.enumerated() {
        records.append(part(talk, number: position + 1, of: slot))
      }
    }
    var seen: Set<String> = []
    for person in version.talks.flatMap(\.people) where seen.insert(person).inserted {
      records.append(#"{"name": "\#(person)", "bio": "Speaks."}"#)
    }
    for room in version.rooms {
      records.append(#"{"name": "\#(room)", "address": "Street 1", "description": "A room."}"#)
    }
    return "[\n\(records.joined(separator: ",\n"))\n]\n"
  }

  private static func session(_ slot: Slot, _ version: Version) -> String {
    """
    {"t_id": "\(slot.name)", "startTime": "\(clock(slot.start, version))", \
    "endTime": "\(clock(slot.start + slot.length, version))", "description": "\(slot.title)", \
    "locations": ["\(slot.room)"]}
    """
  }

  private static func part(_ talk: Talk, number: Int, of slot: Slot) -> String {
    let people = talk.people.map { #", "speaker_name": "\#($0)""# }.joined()
    return
      #"{"t_id": "\#(slot.name)", "t_index": \#(number), "title": "\#(talk.title)"\#(people)}"#
  }

  /// A day of the month and a time, such as "18-09-30".
  private static func clock(_ minute: Int, _ version: Version) -> String {
    let clock = version.clock(minute).split(separator: ":").joined(separator: "-")
    return "\(version.date(minute).suffix(2))-\(clock)"
  }
}
