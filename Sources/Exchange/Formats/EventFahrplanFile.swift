import Basics
import SourceText

/// A reader and writer for the favorites of EventFahrplan, in the app's JSON export format.
///
///     {"lectures":[{"lecture_id":"11223","title":"Opening","subtitle":"","day":1}]}
package enum EventFahrplanFile {
  static func read(_ lectures: SourceValue) throws(ExchangeError) -> Choice {
    guard lectures.kind == .array else {
      throw ExchangeError(
        "found \(lectures.found) as lectures; expected a list", in: "\(lectures.position)")
    }
    var choice = Choice(.eventFahrplan)
    for lecture in lectures.elements {
      var names: [TalkReference.Name] = []
      if let id = lecture["lecture_id"]?.idText { names.append(TalkReference.Name(.id, id)) }
      if let url = lecture.text("url") { names.append(TalkReference.Name(.url, url)) }
      if let slug = lecture.text("slug") { names.append(TalkReference.Name(.slug, slug)) }
      guard !names.isEmpty else {
        let found = lecture.kind == .object ? "a lecture" : lecture.found
        throw ExchangeError(
          "found \(found) without lecture_id, url and slug; expected at least one of them",
          in: "\(lecture.position)")
      }
      choice.stars.append(
        TalkReference(
          names, title: lecture.text("title") ?? "",
          start: lecture.text("starts_at").map { TalkReference.Moment($0) }))
      try ChoiceReader.checkCount(choice.stars.count)
    }
    choice.stars = choice.stars.uniqued
    return choice
  }

  package static func written(_ talks: [ChosenTalk]) -> [UInt8] {
    var bytes = Array(#"{"lectures":["#.utf8)
    for (place, talk) in talks.enumerated() {
      if place > 0 { bytes.append(ASCII.comma) }
      let texts = [
        ("lecture_id", talk.appID), ("title", talk.title), ("subtitle", talk.subtitle),
        ("room", talk.room), ("slug", talk.slug), ("url", talk.url),
        ("speakers", talk.speakers.joined(separator: ";")), ("track", talk.track),
        ("type", talk.type), ("lang", talk.language), ("abstract", talk.abstract),
        ("description", ""), ("links", talk.links.joined(separator: ",")),
        ("starts_at", talk.start),
      ]
      bytes.append(ASCII.leftBrace)
      for (key, text) in texts {
        bytes += "\"\(key)\":".utf8
        JSONText.append(text, to: &bytes, escaping: .required)
        bytes += (key == "subtitle" ? ",\"day\":\(talk.day)," : ",").utf8
      }
      bytes += #""recorded":true}"#.utf8
    }
    return bytes + Array("]}\n".utf8)
  }
}
