import Basics
import CommandLine
import ECSKit
import Schedule

extension FrabDocument {
  var xml: Answer {
    var xml = XMLWriter(limit: exported.limit)
    xml.open("schedule")
    xml.add("generator", "", [("name", maker.name), ("version", maker.version)])
    xml.add("version", schedule.context[ScheduleVersion.self]?.text ?? "")
    xml.open("conference")
    if let title = schedule.title { xml.add("title", title) }
    if let acronym { xml.add("acronym", acronym) }
    xml.add("start", days.first?.date.iso8601 ?? "")
    xml.add("end", days.last?.date.iso8601 ?? "")
    xml.add("days", "\(days.count)")
    xml.add("timeslot_duration", "00:05")
    if let conferencePage { xml.add("url", conferencePage) }
    if let zoneName { xml.add("time_zone_name", zoneName) }
    xml.close("conference")
    for (index, day) in days.enumerated() {
      let bounds = [day.period.lowerBound, day.period.upperBound].map { $0.iso8601(in: zone) }
      xml.open(
        "day",
        [
          ("index", "\(index + 1)"), ("date", day.date.iso8601), ("start", bounds[0]),
          ("end", bounds[1]),
        ])
      for (name, events) in day.rooms {
        let id = schedule.location(called: name).entity?[SourceID.self]?.text ?? ""
        xml.open(
          "room", [("name", name)] + (FrabIdentifiers.isUUID(id) ? [("guid", id)] : []))
        for event in events where !xml.answer.isOver { add(event, in: name, to: &xml) }
        xml.close("room")
      }
      xml.close("day")
    }
    xml.close("schedule")
    return xml.answer
  }

  private func add(_ event: Event, in room: String, to xml: inout XMLWriter) {
    let entity = event.entity
    let civil = zone.civil(at: event.start).time
    xml.open(
      "event",
      [("guid", event.ids.guid), ("id", "\(event.ids.number)")]
        + (event.ids.code.map { [("code", $0)] } ?? []))
    xml.add("room", room)
    xml.add("title", title(of: event))
    if let subtitle = entity[Subtitle.self]?.text { xml.add("subtitle", subtitle) }
    xml.add("type", type(of: event))
    xml.add("date", event.start.iso8601(in: zone))
    xml.add(
      "start", civil.second == 0 ? civil.clock : "\(civil.clock):\(civil.second.padded(to: 2))")
    xml.add("duration", duration(of: event))
    xml.add("abstract", abstract(of: event) ?? "")
    xml.add("track", schedule.track(of: entity) ?? "")
    let speakers = schedule.speakers(of: entity)
    if !speakers.isEmpty {
      xml.open("persons")
      for speaker in speakers {
        let id = speaker.entity?[SourceID.self]?.text ?? ""
        xml.add("person", speaker.name, FrabIdentifiers.isUUID(id) ? [("guid", id)] : [])
      }
      xml.close("persons")
    }
    if let language = schedule.language(of: entity) { xml.add("language", language) }
    let (page, links) = Self.links(of: entity)
    if !links.isEmpty {
      xml.open("links")
      for link in links { xml.add("link", link.title, [("href", link.text)]) }
      xml.close("links")
    }
    if let page { xml.add("url", page) }
    xml.close("event")
  }
}

/// A writer for XML elements, one per line.
private struct XMLWriter {
  private(set) var answer: Answer
  private var depth = 0

  init(limit: Int?) {
    answer = Answer(limit: limit)
    answer.add(line: #"<?xml version="1.0" encoding="UTF-8"?>"#)
  }

  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    line("<\(name)\(Self.text(of: attributes))>")
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    line("</\(name)>")
  }

  mutating func add(_ name: String, _ text: String, _ attributes: [(String, String)] = []) {
    let start = "<\(name)\(Self.text(of: attributes))"
    line(text.isEmpty ? "\(start)/>" : "\(start)>\(Self.escaped(text))</\(name)>")
  }

  private mutating func line(_ text: String) {
    answer.add(line: String(repeating: " ", count: depth) + text)
  }

  private static func text(of attributes: [(String, String)]) -> String {
    attributes.map { name, value in " \(name)=\"\(escaped(value, allowingLines: false))\"" }
      .joined()
  }

  /// Returns a string with character references in place of markup and invisible characters.
  ///
  /// Without references, a parser would change white space. A tab or a line break in an attribute
  /// would become a space, and a carriage return would become a line feed. Most control characters
  /// are forbidden in XML, even as references, so they are omitted.
  private static func escaped(_ text: String, allowingLines: Bool = true) -> String {
    let text = text.escapedForMarkup
    if text.firstHidden(allowingLines: false) == nil { return text }
    var escaped = ""
    var scan = VisibilityScan(text, allowingLines: true)
    while let (scalar, isVisible) = scan.next() {
      switch scalar {
      case "\n" where allowingLines: escaped += "\n"
      case "\n", "\r", "\t": escaped += "&#\(scalar.value);"
      case _ where isVisible: escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: break
      default: escaped += "&#x\(Hexadecimal.digits(of: scalar.value));"
      }
    }
    return escaped
  }
}
