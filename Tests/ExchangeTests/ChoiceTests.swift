import TestSupport
import Testing

@testable import Exchange

/// What other apps write is read, byte for byte as they write it.
@Suite struct ChoiceTests {
  private func read(_ text: String) throws -> Choice { try ChoiceReader.read(Array(text.utf8)) }
  private func ids(_ references: [TalkReference]) -> [String] {
    references.map { $0.names[0].text }
  }

  @Test("a Giggity link, compressed by zlib at level 9, is read")
  func giggity() throws {
    let choice = try read(Samples.giggity + "\n")
    #expect(choice.format == .giggity)
    #expect(choice.address == "https://fosdem.org/2025/schedule/xml")
    #expect(ids(choice.stars) == ["6093", "6121", "5191"])
    #expect(ids(choice.hidden) == ["4242"])
    #expect(choice.stars.allSatisfy { $0.names[0].kind == .id && !$0.isMaybe })
  }

  @Test("identifiers in a link are numbers or texts")
  func kindsOfIDs() throws {
    for field in ["eNqLNjOwNNZRMjM0MkxSigUAFzgDJw", "eNqLVoopNTBINQGRaWZKOkqGqSZKsQBGfgXO"] {
      let choice = try GiggityLink.read("https://ggt.gaa.st/#see=\(field)")
      #expect(choice.address == nil)
      #expect(choice.stars.count == 2)
    }
  }

  @Test("the calendar of FOSDEM Companion is read")
  func companion() throws {
    let choice = try read(Samples.companion)
    #expect(choice.format == .fosdemCompanion)
    #expect(choice.stars.map(\.year) == [2025, 2025])
    #expect(ids(choice.stars) == ["6093", "6121"])
    #expect(choice.stars[0].title == "Rust, in the kernel")
    #expect(choice.stars[0].names[1] == TalkReference.Name(.url, "https://fosdem.org/2025/6093/"))
    #expect(choice.remarks == [])
  }

  @Test("the JSON of EventFahrplan is read")
  func eventFahrplan() throws {
    let choice = try read(Samples.eventFahrplan)
    #expect(choice.format == .eventFahrplan)
    #expect(choice.stars.map { $0.names.map(\.kind) } == [[.id, .url, .slug], [.id]])
    #expect(ids(choice.stars) == ["11223", "0f3c9a5e-1111-4222-8333-444455556666"])
  }

  @Test("the calendar of pretalx is read, with the codes of repeated talks")
  func pretalx() throws {
    let choice = try read(Samples.pretalx)
    #expect(choice.format == .calendar)
    #expect(choice.stars.allSatisfy { $0.names.map(\.kind).prefix(2) == [.event, .id] })
    #expect(choice.stars.map { $0.names[1].text } == ["MGPDBX", "38AB4C", "7Q9XYZ"])
    #expect(choice.stars[2].title == "Late")
  }

  @Test("a list of codes, numbers or both is read")
  func codes() throws {
    let choice = try read(#"["MGPDBX", 12, "MGPDBX"]"#)
    #expect(choice.format == .codes)
    #expect(ids(choice.stars) == ["MGPDBX", "12"])
    #expect(try read("[]").isEmpty)
  }

  @Test("shifts of an Engelsystem are appointments, from JSON and from its calendar")
  func engelsystem() throws {
    let json = try read(Samples.shifts)
    #expect(json.format == .engelsystem && json.stars.isEmpty)
    #expect(
      json.appointments == [
        PlannedAppointment(
          title: "Herald (Opening)", location: "Saal 1", start: "2024-12-27T10:00:00+01:00",
          end: "2024-12-27T11:30:00+01:00", zone: "Europe/Berlin")
      ])
    let calendar = try read(Samples.shiftCalendar)
    #expect(calendar.format == .engelsystem)
    #expect(calendar.appointments.map(\.title) == ["Herald (Opening)"])
    #expect(calendar.appointments.map(\.start.text) == ["20241227T090000Z"])
  }

  @Test("in konf's JSON, stars of sessions count for their talks, and marks are read")
  func konf() throws {
    let choice = try read(Samples.konf)
    #expect(choice.format == .konf)
    #expect(ids(choice.stars) == ["a", "b/2", "c"])
    #expect(choice.stars.map(\.isMaybe) == [false, true, true])
    #expect(ids(choice.hidden) == ["d"])
    #expect(choice.appointments.map(\.title) == ["Dinner"])
    #expect(choice.appointments.map(\.location) == ["Bar, Terrace"])
  }

  @Test("a list has an id, an address, a slug or a link in each line")
  func lines() throws {
    let text =
      "\u{FEFF}id\ttitle\r\n6093\tRust\r\n\n  my-talk \nhttps://a.org/x\n\(Samples.giggity)\n6093"
    let choice = try read(text)
    #expect(choice.format == .lines)
    #expect(
      ids(choice.stars) == ["6093", "my-talk", "https://a.org/x", "6093", "6121", "5191"])
    #expect(choice.address == "https://fosdem.org/2025/schedule/xml")
  }

  @Test("konf's own calendar contains skippable sessions and appointments")
  func ownCalendar() throws {
    let choice = try read(
      """
      BEGIN:VCALENDAR
      PRODID:-//konf//konf 0.1.0//EN
      BEGIN:VEVENT
      UID:a@fair-2016.konf
      SUMMARY:One
      STATUS:TENTATIVE
      END:VEVENT
      BEGIN:VEVENT
      UID:b@fair-2016.konf
      STATUS:CANCELLED
      END:VEVENT
      BEGIN:VEVENT
      UID:appointment-3f2a91c4@fair-2016.konf
      DTSTART;TZID=Europe/Berlin:20160424T120000
      DTEND:20160424T130000
      SUMMARY:Lunch
      END:VEVENT
      END:VCALENDAR
      """)
    #expect(choice.stars.map(\.names) == [[TalkReference.Name(.event, "a@fair-2016.konf")]])
    #expect(choice.stars.map(\.isMaybe) == [true])
    #expect(choice.appointments.map(\.start.zone) == ["Europe/Berlin"])
  }

  @Test("a truncated calendar is read up to its end and reported")
  func torn() throws {
    let choice = try read(String(Samples.companion.prefix(Samples.companion.count - 40)))
    #expect(!choice.remarks.isEmpty)
    #expect(ids(choice.stars) == ["6093", "6121"])
  }

  @Test(
    "each wrong input is reported with its position and the expected formats",
    arguments: Samples.wrong)
  func errors(text: String, words: String) {
    let error = #expect(throws: ExchangeError.self) { try read(text) }
    #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
    let isHelpful = error.map {
      ["expected", "damaged", "missing"].contains(where: $0.message.contains)
    }
    #expect(isHelpful ?? false, "\(error?.description ?? "")")
  }

  @Test("bytes that are not text are refused")
  func binary() {
    for bytes in [[0x89, 0x50, 0x4E, 0x47, 0xFF], [0xFF, 0xFE, 0x61, 0], [0x61, 0]] as [[UInt8]] {
      #expect(throws: ExchangeError.self) { try ChoiceReader.read(bytes) }
    }
    let many = Array("1\n".utf8)
    #expect(throws: ExchangeError.self) {
      try ChoiceReader.read(Array((0...Choice.limit).map { _ in many }.joined()))
    }
  }

  @Test("a link with a decompression bomb is refused")
  func bomb() throws {
    let bomb = Base64URL.encoded(Zlib.deflated(Array(repeating: 0x20, count: 2 << 20)))
    let error = #expect(throws: ExchangeError.self) {
      try GiggityLink.read("https://ggt.gaa.st/#see=\(bomb)")
    }
    #expect(error?.description.hasPrefix("see: found more than") ?? false)
  }

  @Test("truncated, flipped or combined input is read or refused")
  func hostile() {
    var random = SplitMix64(seed: 11)
    for text in Samples.all {
      for _ in 0..<200 {
        var bytes = Array(text.utf8)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
        case 1:
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        case 2:
          bytes.insert(
            contentsOf: bytes.suffix(9), at: Int.random(in: bytes.indices, using: &random))
        default: bytes.remove(at: Int.random(in: bytes.indices, using: &random))
        }
        _ = try? ChoiceReader.read(bytes)
      }
    }
  }
}
