import SourceText

/// An unsupported format of sites that also publish the schedule in a supported format.
struct UnsupportedFormat: Sendable {
  let name: String
  /// Advice on where to find a supported file, for messages.
  let advice: String
  let isLike: @Sendable (SourceValue) -> Bool

  static let pretalxAdvice = "use schedule/export/schedule.json from the same site"
  static let indicoAdvice =
    "use export/timetable/NUMBER.json or event/NUMBER/event.ics?scope=contribution from the same "
    + "site, with the number of the event"
  private static let waferAdvice = "use schedule/pentabarf.xml from the same site"
  private static let anyAdvice =
    "use the calendar (.ics), schedule.xml or schedule.json from the same site"

  static let all = [
    UnsupportedFormat(name: "the data of a pretalx widget", advice: pretalxAdvice) { root in
      root["talks"] != nil && root["event_start"] != nil
    },
    UnsupportedFormat(
      name: "the schedule.json of pretalx's broadcast tools", advice: pretalxAdvice
    ) { root in
      root["rooms"] != nil && root["talks"]?.elements.contains { $0["start_ts"] != nil } ?? false
    },
    UnsupportedFormat(name: "a response of pretalx's API", advice: pretalxAdvice) { root in
      isPage(root, with: [["code"], ["submission"], ["version", "published"]])
    },
    UnsupportedFormat(name: "a response of wafer's API", advice: waferAdvice) { root in
      isPage(root, with: [["talk_id"], ["talk", "venue", "slots"]])
    },
    UnsupportedFormat(name: "wafer's schedule.json for staff", advice: waferAdvice) {
      root in root["conference name"] != nil && root["venues"] != nil
    },
    UnsupportedFormat(name: "an export of Indico", advice: indicoAdvice) { root in
      root["results"] != nil && (root["_type"] != nil || root["additionalInfo"] != nil)
        || root["httpapiresult"] != nil
    },
    UnsupportedFormat(name: "a feed of Indico (Atom)", advice: indicoAdvice) { root in
      root["feed"]?["title"]?.label == "Indico Feed"
    },
    UnsupportedFormat(name: "a news feed", advice: anyAdvice) { root in
      root.members.contains { $0.value.isElement && ["feed", "rss"].contains($0.key) }
    },
    UnsupportedFormat(name: "a calendar as XML (xCal)", advice: anyAdvice) { root in
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

  /// Returns true if a value is a result page of the Django REST framework.
  ///
  /// The first result must have all fields of at least one of the lists.
  private static func isPage(_ root: SourceValue, with lists: [[String]]) -> Bool {
    guard root["count"] != nil, root["next"] != nil, let results = root["results"],
      let first = results.elements.first(where: { _ in true })
    else { return false }
    return lists.contains { fields in fields.allSatisfy { first[$0] != nil } }
  }
}
