import Basics
import SourceText

/// A reader for konf's JSON: an exported document, or records of talks, sessions and the agenda.
enum KonfChoice {
  /// Returns the choice in an exported document.
  ///
  /// The document contains sessions with their talks, and talks without a session.
  static func read(document root: SourceValue) throws(ExchangeError) -> Choice {
    var choice = Choice(.konf)
    for key in ["sessions", "talks"] {
      if let list = root[key] { try read(list, into: &choice) }
    }
    return finished(choice)
  }

  static func read(records list: SourceValue) throws(ExchangeError) -> Choice {
    var choice = Choice(.konf)
    try read(list, into: &choice)
    return finished(choice)
  }

  private static func finished(_ choice: Choice) -> Choice {
    var choice = choice
    choice.stars = choice.stars.uniqued
    choice.hidden = choice.hidden.uniqued
    return choice
  }

  private static func read(
    _ list: SourceValue, into choice: inout Choice
  ) throws(ExchangeError) {
    guard list.kind == .array else {
      throw ExchangeError("found \(list.found); expected a list of records", in: "\(list.position)")
    }
    for record in list.elements {
      if isAppointment(record) {
        choice.appointments.append(try appointment(record))
      } else {
        try read(record, into: &choice, sessionStar: nil)
      }
      try ChoiceReader.checkCount(
        choice.stars.count + choice.hidden.count + choice.appointments.count)
    }
  }

  private static func read(
    _ record: SourceValue, into choice: inout Choice, sessionStar: String?
  ) throws(ExchangeError) {
    guard record.kind == .object else {
      throw ExchangeError(
        "found \(record.found); expected a record from konf", in: "\(record.position)")
    }
    let star = record.text("star")
    if let star, star != "yes", star != "maybe" {
      throw ExchangeError(
        "found \(star.quoted()) as star; expected \"yes\" or \"maybe\"",
        in: "\(record["star"]?.position ?? record.position)")
    }
    let isHidden = record["hidden"]?.bool ?? false
    let talks = record["talks"].map { Array($0.elements) } ?? []
    // In the agenda, a record with talks also has a star if only its talks are starred. It then
    // lists just these talks.
    let isOnAgenda = record["kind"] != nil && !talks.isEmpty
    // The star of a session also applies to its talks, and the records of the talks repeat it.
    let isStarred = star != nil && star != sessionStar && !isOnAgenda
    if isStarred || isHidden {
      guard let id = record["id"]?.idText else {
        throw ExchangeError("found a record without id; expected an id", in: "\(record.position)")
      }
      let names =
        [TalkReference.Name(.event, id), TalkReference.Name(.id, id)]
        + (record.text("url").map { [TalkReference.Name(.url, $0)] } ?? [])
      let reference = TalkReference(
        names, title: record.text("title") ?? "", isMaybe: star == "maybe")
      if isStarred { choice.stars.append(reference) }
      if isHidden { choice.hidden.append(reference) }
    }
    for talk in talks { try read(talk, into: &choice, sessionStar: isOnAgenda ? nil : star) }
  }

  private static func isAppointment(_ record: SourceValue) -> Bool {
    record.text("type") == "appointment" || record.text("kind") == "appointment"
  }

  private static func appointment(
    _ record: SourceValue
  ) throws(ExchangeError) -> PlannedAppointment {
    guard let start = record.text("start"), let end = record.text("end") else {
      throw ExchangeError(
        "found an appointment without start or end; expected both", in: "\(record.position)")
    }
    var places: [String] = []
    for location in record["locations"].map({ Array($0.elements) }) ?? [] {
      if let name = location.text("name") ?? location.string { places.append(name) }
    }
    return PlannedAppointment(
      title: record.text("title") ?? "", location: places.joined(separator: ", "), start: start,
      end: end)
  }
}
