import TestSupport
import Testing

@testable import Exchange

/// Random choices through each format and back.
@Suite struct AgendaTests {
  private static let count = BuiltProgram.isLong ? 1_000 : 100
  private static let signs = Array("abcXYZ019-_./:+ äöß開会式🎪\"\\;,&=#%?\u{1F}\n")

  private static func text(_ length: ClosedRange<Int>, _ random: inout SplitMix64) -> String {
    let count = Int.random(in: length, using: &random)
    return String((0..<count).map { _ in signs.oneElement(using: &random) })
  }

  /// Identifiers of each kind: numbers, codes, universal ones, and any text.
  private static func id(_ random: inout SplitMix64) -> String {
    switch Int.random(in: 0...3, using: &random) {
    case 0: "\(Int.random(in: 1...999_999_999, using: &random))"
    case 1: String((0..<6).map { _ in Array("ABCDEF3789").oneElement(using: &random) })
    case 2:
      "0f3c9a5e-1111-4222-8333-\(Int.random(in: 100_000_000_000...999_999_999_999, using: &random))"
    default: "x\(text(0...9, &random))y"
    }
  }

  private static func talks(_ random: inout SplitMix64) -> [ChosenTalk] {
    var seen: Set<String> = []
    return (0..<Int.random(in: 0...80, using: &random)).compactMap { _ in
      let id = id(&random)
      guard seen.insert(id).inserted else { return nil }
      var talk = ChosenTalk(ids: [id], title: "t\(text(0...30, &random))t")
      talk.room = text(0...8, &random)
      talk.speakers = [text(1...9, &random)]
      talk.abstract = text(0...200, &random)
      talk.start = "2025-02-01T09:30:00+01:00"
      talk.utcStart = "20250201T083000Z"
      talk.url = Bool.random(using: &random) ? "https://example.org/\(id.count)" : ""
      return talk
    }
  }

  private func ids(_ references: [TalkReference]) -> [String] {
    references.map { $0.names[0].text }
  }

  @Test("a Giggity link contains all stars and hidden talks, and the address")
  func giggity() throws {
    var random = SplitMix64(seed: 21)
    for _ in 0..<Self.count {
      let (stars, hidden) = (Self.talks(&random), Self.talks(&random))
      let address = "https://example.org/\(Self.text(0...20, &random))"
      let link = GiggityLink.written(
        address: address, stars: stars.map(\.appID), hidden: hidden.map(\.appID))
      #expect(link.utf8.allSatisfy { 0x21...0x7E ~= $0 })
      let choice = try ChoiceReader.read(Array(link.utf8))
      #expect(choice.address == address)
      // Blanks at the ends of an identifier do not matter.
      #expect(ids(choice.stars) == stars.map(\.appID))
      #expect(ids(choice.hidden) == hidden.map(\.appID))
    }
  }

  @Test("a FOSDEM Companion calendar contains all talks with a number")
  func companion() throws {
    var random = SplitMix64(seed: 22)
    for _ in 0..<Self.count {
      let talks = Self.talks(&random)
      let bytes = BookmarksCalendar.written(
        talks, year: 2025, stamp: "20250101T000000Z", maker: "konf//konf 0.1.0")
      let choice = try ChoiceReader.read(bytes)
      #expect(ids(choice.stars) == talks.compactMap(\.number))
      #expect(choice.stars.allSatisfy { $0.year == 2025 })
      #expect(choice.remarks == [])
    }
  }

  @Test("the JSON of EventFahrplan contains all talks with their titles")
  func eventFahrplan() throws {
    var random = SplitMix64(seed: 23)
    for _ in 0..<Self.count {
      let talks = Self.talks(&random)
      let choice = try ChoiceReader.read(EventFahrplanFile.written(talks))
      #expect(ids(choice.stars) == talks.map(\.appID))
      #expect(choice.stars.map(\.title) == talks.map(\.title))
    }
  }

  @Test("lists of codes and of lines contain all identifiers")
  func lists() throws {
    var random = SplitMix64(seed: 24)
    for _ in 0..<Self.count {
      let codes = Self.talks(&random).map { talk in
        String(talk.appID.filter { $0.isLetter || $0.isNumber })
      }
      let unique = codes.enumerated().filter { codes.firstIndex(of: $0.element) == $0.offset }
        .map(\.element)
      let json = "[\(unique.map { "\"\($0)\"" }.joined(separator: ", "))]"
      #expect(ids(try ChoiceReader.read(Array(json.utf8)).stars) == unique)
      if unique.isEmpty { continue }
      let lines = unique.map { "\($0)\tmore\n" }.joined()
      #expect(ids(try ChoiceReader.read(Array(lines.utf8)).stars) == unique)
    }
  }

  @Test("a link of 80 stars with FOSDEM's identifiers fits in 80 columns")
  func length() throws {
    var random = SplitMix64(seed: 25)
    let ids = (0..<80).map { _ in "\(Int.random(in: 3500...6900, using: &random))" }
    let link = GiggityLink.written(address: "https://fosdem.org/2025/schedule/xml", stars: ids)
    #expect(link.utf8.count < 425, "\(link.utf8.count)")
    // At 80 columns, with the quiet zone.
    #expect(try QRCode(link).width <= 80)
  }
}
