import SourceText

/// An unsupported format of a site that also publishes its schedule in a supported format.
struct UnsupportedFormat: Sendable {
  let name: String
  /// The location of a supported file, as shown in messages.
  let advice: String
  let isLike: @Sendable (SourceValue) -> Bool

  static let pretalxAdvice = "use schedule/export/schedule.json from the same site"

  static let all = [
    UnsupportedFormat(name: "the data of a pretalx widget", advice: pretalxAdvice) { root in
      root["talks"] != nil && root["event_start"] != nil
    },
    UnsupportedFormat(
      name: "a calendar as XML (xCal)",
      advice: "use the calendar (.ics), schedule.xml or schedule.json from the same site"
    ) { root in
      root.members.contains { member in
        member.value.isElement
          && member.key.split(separator: ":").last?.lowercased() == "icalendar"
      }
    },
    UnsupportedFormat(
      name: "the conference.json of symposion, the system of PyCon US",
      advice: "use a calendar (.ics) of the same conference, or convert it with jq to one of "
        + "the formats in \"konf help formats\""
    ) { root in
      (root["schedule"] ?? root).elements.contains { slot in
        slot["conf_key"] != nil || slot["kind"] != nil && slot["authors"] != nil
      }
    },
    UnsupportedFormat(
      name: "the sessions of Open Event (eventyay)",
      advice: "use the export as Pentabarf XML or as iCalendar (.ics) of the same event"
    ) { root in
      let sessions = root["data"] ?? root["sessions"] ?? root
      func isSession(_ value: SourceValue) -> Bool {
        value["microlocation"] != nil || value["attributes"]?["starts-at"] != nil
          || value["relationships"]?["microlocation"] != nil
      }
      // A single session is an object, not a list.
      return isSession(sessions) || sessions.elements.contains(where: isSession)
    },
  ]
}
