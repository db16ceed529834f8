import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("Short identifiers")
struct SessionIDTests {
  @Test(
    "omit the parts that need not be typed",
    arguments: [
      ("session1Day1", "session1Day1"), ("", ""), ("eveningSession1Day2AtTheHarbour", nil),
      ("0f3c9a5e-1111-4222-8333-444455556666", "0f3c9a5e"),
      ("0F3C9A5E-1111-4222-8333-444455556666@example.org", "0F3C9A5E"),
      ("0f3c9a5e-1111-4222-8333-444455556666/2025-02-03", "0f3c9a5e/2025-02-03"),
      ("0f3c9a5e-1111-4222-8333-44445555666g", nil),
      ("0f3c9a5e-1111-4222-8333-444455556666-x", nil),
      ("040000008200E00074C5B7101A82E00800000000D0A9F26B/2025-02-03", "D0A9F26B/2025-02-03"),
      ("0f3c9a5e11114222833344445555666", nil), ("0f3c9a5e111142228333444455556666", "55556666"),
      ("4711@example.org", "4711"), ("4711@example.org/2025-02-03", "4711/2025-02-03"),
      ("4711@x/2025-02-03T14:00", "4711/2025-02-03T14:00"), ("4711@x/1", nil), ("@x", nil),
      ("4711@", nil), ("Meet @ noon", nil), ("a@b@c", nil), ("a@käse", nil),
      ("7kukuqrfedlm2f9t5vr0ht5g2k@google.com", "7kukuqrf"),
      ("a-name-of-many-words@example.org", "a-name-of-many-words"),
      ("https://a.b/c", nil),
    ])
  func short(text: String, short: String?) {
    #expect(SessionID(text: text).short == short ?? text)
  }

  @Test("the last digits of UUIDs that begin alike are shown, unless they are ambiguous, too")
  func endings() {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let beginning = "0f3c9a5e-1111-4222-8333-4444"
    let shown = [
      "\(beginning)55550001": "55550001", "\(beginning)55550002@example.org": "55550002",
      "\(beginning)55550003/2025-02-03": "0f3c9a5e/2025-02-03",
      "\(beginning)55550004": "\(beginning)55550004", "55550004": "55550004",
      "\(beginning)55550005": "\(beginning)55550005",
      "0f3c9a5e-2222-4222-8333-444455550005": "0f3c9a5e-2222-4222-8333-444455550005",
    ]
    for id in shown.keys.sorted() { context.createEntity(SessionID(text: id)) }
    for session in schedule.sessions {
      let id = schedule.id(of: session)
      #expect(schedule.shownID(of: session) == shown[id], "\(id)")
      #expect(schedule.shown(id) == shown[id], "\(id)")
      if let short = shown[id], short != id {
        #expect(schedule.sessions(shortenedTo: short) == [session], "\(id)")
      }
    }
    // A UUID that is not in the schedule has no short form that could name another talk.
    #expect(schedule.shown("\(beginning)55550009") == "\(beginning)55550009")
  }

  @Test("a UUID has hyphens at four positions, and otherwise hexadecimal digits")
  func uuids() {
    var random = SplitMix64(seed: 1)
    let uuid = Array("0f3c9a5e-1111-4222-8333-44A455B66C66".utf8)
    for _ in 0..<5_000 {
      var bytes = uuid
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        bytes[Int.random(in: 0..<36, using: &random)] = UInt8.random(
          in: 0x10...0x7F, using: &random)
      }
      let isUUID = bytes.indices.allSatisfy { place in
        [8, 13, 18, 23].contains(place)
          ? bytes[place] == UInt8(ascii: "-")
          : bytes[place] < 0x80 && Unicode.Scalar(bytes[place]).properties.isASCIIHexDigit
      }
      // A text with a slash or a host may become shorter otherwise.
      if bytes.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "/") }) { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect((SessionID(text: text).short == text.prefix(8)) == isUUID, "\(bytes)")
    }
  }
}
