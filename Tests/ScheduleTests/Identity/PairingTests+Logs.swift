import Schedule
import TestSupport
import Testing

/// Talks of a log, which may lack twins that the schedule had.
extension PairingTests {
  @Test("a log entry is paired by its names only if it is known to have had no twin")
  func fromLogs() {
    let newer = [Self.talk(Self.uuid(2), "T", "Ada")]
    for (hasTwins, count) in [(nil, 0), (true, 0), (false, 1)] as [(Bool?, Int)] {
      let older = [Self.talk(Self.uuid(1), "T", "Ada", at: nil, hasTwins: hasTwins)]
      #expect(Pairing(older, newer).pairs.count == count, "\(String(describing: hasTwins))")
    }
    let other = [Self.talk("8", "T", "Ada", at: 60)]
    #expect(Pairing([Self.talk("1", "T", "Ada", at: nil)], other).pairs.count == 1)
    #expect(Pairing([Self.talk("1", "T", "Ada", hasTwins: true)], other).pairs.isEmpty)
  }

  @Test("a log entry with twins gets no partner that shares only its names and its location")
  func twinsInLogs() {
    let numbered = (2...5).map { Self.talk("\($0)", "T\($0)", "P\($0)", at: 60 * $0) }
    let renumbered = (3...6).map { Self.talk("\($0)", "T\($0 - 1)", "P\($0 - 1)", at: 60 * $0) }
    func partner(hasTwins: Bool) -> String? {
      let older =
        [Self.talk("1", "T", "Ada", hasTwins: hasTwins)]
        + numbered.map {
          TalkFacts(
            id: $0.id, title: $0.title, people: $0.people, timeAndPlace: $0.timeAndPlace,
            hasTwins: false)
        }
      return pairs(older, renumbered + [Self.talk("2", "T", "Ada", at: 30)])
        .first { $0.hasPrefix("1>") }
    }
    #expect(partner(hasTwins: false) == "1>2 location")
    #expect(partner(hasTwins: true) == nil)
  }

  @Test("a logged talk with twins loses its identifier to a talk with other names")
  func twinTakenOver() {
    let older = [Self.talk(Self.uuid(1), "T", "Ada", at: 60, hasTwins: true)]
    let newer = [
      Self.talk(Self.uuid(1), "U", "Bo"), Self.talk(Self.uuid(2), "T", "Ada", at: 90, in: "B"),
    ]
    #expect(pairs(older, newer) == [])
    #expect(pairs(older, Array(newer.prefix(1))) == ["\(Self.uuid(1))>\(Self.uuid(1)) identifier"])
  }
}
