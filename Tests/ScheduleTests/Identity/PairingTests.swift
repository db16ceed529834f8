import Schedule
import TestSupport
import Testing

/// Which talk of one list is which of another.
@Suite struct PairingTests {
  /// A talk; without a moment it is one that a log names.
  static func talk(
    _ id: String, _ title: String, _ people: String..., at minute: Int? = 0, in room: String = "A",
    hasTwins: Bool? = nil
  ) -> TalkFacts {
    TalkFacts(
      id: id, title: title, people: people,
      timeAndPlace: minute.map {
        TalkFacts.TimeAndPlace(
          start: Instant(secondsSince1970: Int64($0) * 60), locations: [room])
      }, hasTwins: hasTwins)
  }

  static func uuid(_ number: Int) -> String {
    "0f3c9a5e-1111-4222-8333-\(100_000_000_000 + number)"
  }

  /// The pairs, such as "1>2 number".
  func pairs(_ older: [TalkFacts], _ newer: [TalkFacts]) -> [String] {
    Pairing(older, newer).pairs.map {
      "\(older[$0.old].id)>\(newer[$0.new].id) \($0.evidence.rawValue)"
    }
  }

  /// The ways in which files call their talks.
  enum Naming: CaseIterable, Sendable {
    case uuids, numbersOfASystem, addresses, calendar

    func callAsFunction(_ number: Int) -> String {
      switch self {
      case .uuids: uuid(number * number)
      case .numbersOfASystem: "\(774_000 + 37 * number)"
      case .addresses: "https://a.example/talk/\(["x", "y", "z"][number])"
      case .calendar: "\(37 * number)@a.example"
      }
    }
  }

  @Test(
    "an identifier that names talks takes precedence over everything else",
    arguments: Naming.allCases)
  func identifier(id: Naming) {
    #expect(
      pairs(
        [Self.talk(id(0), "A", "Ada"), Self.talk(id(1), "B", "Bo", at: 60)],
        [Self.talk(id(0), "C", "Cy", at: 500, in: "B"), Self.talk(id(1), "B", "Bo", at: 60)])
        == ["\(id(0))>\(id(0)) identifier", "\(id(1))>\(id(1)) identifier"])
  }

  @Test("the name of an event in konf's calendar is the identifier of its talk, even for twins")
  func exportedNames() {
    let ids = [Self.uuid(4), Self.uuid(9)]
    let older = ids.map { Self.talk($0, "Lunch") }
    let newer = ids.map { Self.talk("\($0)@konf", "Lunch") }
    #expect(pairs(older, newer) == ids.map { "\($0)>\($0)@konf identifier" })
    #expect(pairs(newer, older) == ids.map { "\($0)@konf>\($0) identifier" })
    // Another program's calendar is not konf's.
    #expect(pairs(older, ids.map { Self.talk("\($0)@konfx", "Lunch") }).isEmpty)
    // The form of an identifier does not tell talks apart.
    let mixed = [older[0], newer[1]]
    #expect(pairs(older, mixed).count == 2 && pairs(mixed, newer).count == 2)
  }

  @Test("identifiers that two talks exchanged are not evidence", arguments: Naming.allCases)
  func exchangedIdentifiers(id: Naming) {
    let older = [Self.talk(id(0), "A", "Ada"), Self.talk(id(1), "B", "Bo", at: 60)]
    let third = Self.talk(id(2), "C", "Cy", at: 120)
    #expect(
      pairs(
        older + [third],
        [
          Self.talk(id(1), "A", "Ada"), Self.talk(id(0), "B", "Bo", at: 60),
          Self.talk(id(2), "D", "Di", at: 500, in: "B"),
        ]) == ["\(id(0))>\(id(1)) everything", "\(id(1))>\(id(0)) everything"])
    // An identifier whose start and location stay is still evidence with both.
    #expect(
      pairs(
        older + [third],
        [
          Self.talk(id(1), "A", "Ada"), Self.talk(id(0), "B", "Bo", at: 60),
          Self.talk(id(2), "D", "Di", at: 120),
        ]
      ).contains("\(id(2))>\(id(2)) place"))
  }

  @Test("an identifier that another talk took over is no evidence", arguments: Naming.allCases)
  func identifierTakenOver(id: Naming) {
    #expect(
      pairs(
        [Self.talk(id(0), "A", "Ada"), Self.talk(id(1), "B", "Bo", at: 60)],
        [Self.talk(id(0), "B", "Bo", at: 60)]) == ["\(id(1))>\(id(0)) everything"])
    // The title that a talk had before is another talk's now, under a new identifier.
    #expect(
      pairs(
        [Self.talk(id(0), "A", "Ada"), Self.talk(id(1), "B", "Bo", at: 60)],
        [
          Self.talk(id(0), "C", "Cy", at: 500, in: "B"), Self.talk(id(1), "B", "Bo", at: 60),
          Self.talk(id(2), "A", "Ada"),
        ]
      ).contains("\(id(0))>\(id(2)) everything"))
  }

  @Test("a few exchanged UUIDs are no evidence against the others")
  func exchangedUUIDs() {
    let older = (0..<30).map {
      Self.talk(Self.uuid($0 * $0), "T\($0)", "P\($0)", at: 60 * $0)
    }
    var newer = older
    for (place, other) in [(1, 2), (2, 3), (3, 1)] {
      newer[place] = Self.talk(older[other].id, "T\(place)", "P\(place)", at: 60 * place)
    }
    newer[4] = Self.talk(older[4].id, "Other", "Ann", at: 5_000)
    let found = pairs(older, newer)
    #expect(found.count == 30 && found.contains("\(older[4].id)>\(older[4].id) identifier"))
    for (place, other) in [(1, 2), (2, 3), (3, 1)] {
      #expect(found.contains("\(older[place].id)>\(older[other].id) everything"))
    }
  }

  @Test("numbers that count talks are evidence with title, people, or start and location")
  func countingNumbers() {
    let older = (1...4).map { Self.talk("t-\($0)", "T\($0)", "P\($0)", at: 60 * $0) }
    func pair(_ third: TalkFacts) -> String? {
      pairs(older, [older[0], older[1], third, older[3]]).first { $0.hasPrefix("t-3>") }
    }
    #expect(pair(Self.talk("t-3", "New", "P3", at: 500, in: "B")) == "t-3>t-3 renumbered")
    #expect(pair(Self.talk("t-3", "New", "Q", at: 180)) == "t-3>t-3 place")
    #expect(pair(Self.talk("t-3", "New", "Q", at: 500, in: "B")) == nil)
    #expect(pair(Self.talk("t-3", "New", "Q", at: 180, in: "B")) == nil)
  }

  @Test("identifiers generated by each export are not evidence against a talk")
  func newIdentifiers() {
    let older = [Self.talk("a", "Lunch"), Self.talk("b", "T", "Ada", at: 60)]
    let newer = [Self.talk("c", "Break"), Self.talk("d", "T", "Ada", at: 60)]
    #expect(pairs(older, newer) == ["a>c slot", "b>d everything"])
    #expect(pairs(older, [newer[0], older[1]]) == ["b>b identifier"])
  }

  @Test("repeats of one talk are paired by start and location before identifiers that count them")
  func turns() {
    let older = [Self.talk(Self.uuid(1), "T", "Ada"), Self.talk(Self.uuid(2), "T", "Ada", at: 120)]
    // The first turn is the second one now.
    let newer = [
      Self.talk(Self.uuid(1), "T", "Ada", at: 120), Self.talk(Self.uuid(2), "T", "Ada", at: 240),
    ]
    let (one, two) = (Self.uuid(1), Self.uuid(2))
    #expect(pairs(older, newer) == ["\(one)>\(two) lastTurn", "\(two)>\(one) turn"])
    // A code says so even if only one turn was known before.
    func coded(_ talk: TalkFacts) -> TalkFacts {
      TalkFacts(
        id: talk.id, title: talk.title, people: talk.people, otherIDs: ["CODE"],
        timeAndPlace: talk.timeAndPlace)
    }
    #expect(
      pairs([coded(older[0])], [coded(Self.talk(two, "T", "Ada")), coded(newer[0])])
        == ["\(one)>\(two) turn"])
  }

  @Test("a title that became the subtitle still matches")
  func subtitles() {
    func titled(_ title: String, _ subtitle: String) -> TalkFacts {
      TalkFacts(
        id: title, title: title, subtitle: subtitle, people: ["Ada"],
        timeAndPlace: TalkFacts.TimeAndPlace(start: nil, locations: []))
    }
    let (plain, special) = (titled("Lamps", ""), titled("Special guest", "Lamps"))
    #expect(pairs([plain], [special]) == ["Lamps>Special guest everything"])
    #expect(pairs([special], [plain]) == ["Special guest>Lamps everything"])
    #expect(pairs([plain, special], [special]) == ["Special guest>Special guest identifier"])
  }

  @Test("the identifier of one file may be a code of the other")
  func otherCodes() {
    let page = TalkFacts(
      id: Self.uuid(1), title: "T", people: ["Ada"], otherIDs: ["17"],
      timeAndPlace: TalkFacts.TimeAndPlace(start: nil, locations: ["A"]))
    #expect(
      pairs([page], [Self.talk("17@a.example", "T", at: 60)])
        == ["\(Self.uuid(1))>17@a.example otherID"])
    #expect(pairs([page], [Self.talk("18@a.example", "T", at: 60)]) == [])
  }

  @Test("a removed talk has no partner, even if its twin remains")
  func twins() {
    let (one, other) = (Self.uuid(1), Self.uuid(2))
    let older = [Self.talk(one, "Meetup", at: 0), Self.talk(other, "Meetup", at: 60)]
    #expect(pairs(older, [Self.talk(other, "Meetup", at: 0)]) == ["\(other)>\(other) identifier"])
    // Without identifiers it is the one at its time.
    let numbered = [Self.talk("1", "Meetup", at: 0), Self.talk("2", "Meetup", at: 60)]
    #expect(pairs(numbered, [Self.talk("7", "Meetup", at: 60)]) == ["2>7 everything"])
    #expect(pairs(numbered, [Self.talk("7", "Meetup", at: 90)]) == [])
  }

  @Test("numbers are ignored once one was given to another talk")
  func numbers() {
    let older = (1...4).map { Self.talk("\($0)", "T\($0)", "P\($0)", at: 60 * $0) }
    let moved = Self.talk("2", "T2", "P2", at: 500, in: "B")
    #expect(
      pairs(older, [older[0], moved, older[2], older[3]])
        == ["1>1 everything", "2>2 number", "3>3 everything", "4>4 everything"])
    // One talk is new in front of all, and the second has another title.
    let shifted =
      [Self.talk("1", "New", "P9", at: 700)]
      + (1...4).map {
        Self.talk("\($0 + 1)", $0 == 2 ? "Other" : "T\($0)", "P\($0)", at: 60 * $0)
      }
    #expect(
      pairs(older, shifted)
        == ["1>2 everything", "2>3 slot", "3>4 everything", "4>5 everything"])
  }

  @Test("a number alone joins two talks only if no two talks changed their numbers")
  func exchangedNumbers() {
    let (a, b) = (Self.talk("1", "A", "Ada"), Self.talk("2", "B", "Bo", at: 60))
    let (left, came) = (
      Self.talk("3", "C", "Cy", at: 120), Self.talk("3", "D", "Cy", at: 500, in: "B")
    )
    #expect(
      pairs([a, b, left], [a, b, came]) == ["1>1 everything", "2>2 everything", "3>3 renumbered"])
    let exchanged = [Self.talk("2", "A", "Ada"), Self.talk("1", "B", "Bo", at: 60)]
    #expect(
      pairs([a, b, left], exchanged + [came]) == ["1>2 everything", "2>1 everything"])
    // The names are enough to see it, wherever the two talks are now.
    let moved = [
      Self.talk("2", "A", "Ada", at: 600, in: "C"), Self.talk("1", "B", "Bo", at: 700, in: "D"),
    ]
    #expect(pairs([a, b, left], moved + [came]) == ["1>2 names", "2>1 names"])
  }

  @Test(
    "each tier takes unique matches, and the tiers are ordered",
    arguments: [
      (talk("8", "T", "Ada", at: 0, in: "B"), "start"),
      (talk("8", "T", "Ada", at: 30), "location"),
      (talk("8", "T", "Ada", at: 30, in: "B"), "names"),
      (talk("8", "T", "Bo"), "title"),
      (talk("8", "T", "Ada", "Bo", at: 30, in: "B"), "person"),
      (talk("8", "Other", "Ada"), "slot"),
      (talk("1", "Other", "Ada", at: 30, in: "B"), "renumbered"),
      (talk("1", "T", "Bo", at: 30, in: "B"), "renumbered"),
    ])
  func tiers(newer: TalkFacts, evidence: String) {
    #expect(
      pairs([Self.talk("1", "T", "Ada")], [newer]) == ["1>\(newer.id) \(evidence)"])
  }

  @Test("a title alone, people alone and a number alone are not evidence")
  func noEvidence() {
    let older = [Self.talk("1", "T", "Ada")]
    for newer in [
      Self.talk("8", "T", "Bo", at: 30, in: "B"), Self.talk("8", "Other", "Ada", at: 30),
      Self.talk("1", "Other", "Bo", at: 30, in: "B"), Self.talk("8", "Other", "Bo"),
    ] {
      #expect(pairs(older, [newer]) == [])
    }
    // What has no people is another thing in the same slot, as long as numbers count.
    let kept = Self.talk("2", "T", "Ada", at: 60)
    #expect(pairs([Self.talk("1", "Lunch"), kept], [Self.talk("8", "Panel"), kept]).count == 1)
    #expect(pairs([Self.talk("1", "Lunch")], [Self.talk("1", "Mittag")]) == ["1>1 renumbered"])
  }

  @Test("a talk in a session never matches the session, and its number is ignored")
  func parts() {
    #expect(pairs([Self.talk("s", "T", "Ada")], [Self.talk("s/1", "T", "Ada")]) == [])
    #expect(
      pairs([Self.talk("s/1", "T", "Ada")], [Self.talk("s/1", "U", "Bo", at: 0)]) == [])
  }

  @Test("a talk that others match more closely stays unpaired")
  func best() {
    // The second talk has the slot of the first one's twin, which agrees with it in more.
    let older = [Self.talk("1", "T", "Ada", at: 0), Self.talk("2", "T", "Ada", at: 60)]
    let newer = [Self.talk("2", "T", "Ada", at: 0), Self.talk("9", "T", "Ada", at: 90, in: "B")]
    #expect(pairs(older, newer) == ["1>2 everything"])
  }

  @Test("talks count as unmoved when most of a version starts later and a location is renamed")
  func shifts() {
    let older =
      (0..<6).map {
        Self.talk("\($0)", "Meetup", at: 60 * $0, in: $0 < 3 ? "Hall" : "Yard")
      } + (6..<14).map { Self.talk("\($0)", "T\($0)", "P", at: 60 * $0, in: "Hall") }
    let newer = older.enumerated().map { number, talk in
      TalkFacts(
        id: "\(number + 100)", title: talk.title, people: talk.people,
        timeAndPlace: TalkFacts.TimeAndPlace(
          start: Instant(secondsSince1970: Int64(number) * 3600 + 86_400),
          locations: [talk.timeAndPlace?.locations == ["Hall"] ? "Main Hall" : "Yard"]))
    }
    let pairing = Pairing(older, newer)
    #expect(pairing.pairs.map(\.old) == Array(0..<14) && pairing.pairs.map(\.new) == Array(0..<14))
    #expect(pairing.pairs.allSatisfy { $0.evidence == .everything })
    #expect(pairing.renamings.locations == ["hall": "main hall"])
    #expect(Pairing(Array(older.prefix(1)), Array(newer.prefix(1))).renamings.locations.isEmpty)
  }

  @Test(
    "a location is renamed if nine in ten of its sessions move to a name new in that version",
    arguments: [(10, 1, true), (9, 1, true), (8, 1, false), (1, 0, false), (2, 0, true)])
  func renames(count: Int, others: Int, isRename: Bool) {
    let older = (0..<count + others).map {
      Self.talk(Self.uuid(91 * $0), "T\($0)", "P", at: 60 * $0, in: "Hall")
    }
    let newer = older.enumerated().map { number, talk in
      Self.talk(talk.id, talk.title, "P", at: 60 * number, in: number < count ? "Dome" : "Yard")
    }
    #expect(Pairing(older, newer).renamings.locations == (isRename ? ["hall": "dome"] : [:]))
    #expect(Pairing(newer, older).renamings.locations == (isRename ? ["dome": "hall"] : [:]))
    // A name that is still in the list of locations is no former one.
    var names = VersionNames()
    names.locations = ["hall"]
    #expect(Pairing(older, newer, (names, names)).renamings.locations == [:])
  }

  @Test("without people, a talk is not renamed to a title that another talk had")
  func renamedToKnownTitle() {
    let older = [Self.talk("a", "Lunch"), Self.talk("b", "Panel", at: 60)]
    let newer = [Self.talk("c", "Panel"), Self.talk("d", "Panel", at: 60)]
    #expect(pairs(older, newer) == ["b>d everything"])
  }

  // MARK: Random lists

  private static func randomList(_ random: inout SplitMix64) -> [TalkFacts] {
    (0..<Int.random(in: 0...14, using: &random)).map { number in
      let id =
        Bool.random(using: &random)
        ? "\(Int.random(in: 0..<20, using: &random))" : uuid(Int.random(in: 0..<20, using: &random))
      return TalkFacts(
        id: Int.random(in: 0..<4, using: &random) == 0 ? "\(id)/\(number)" : id,
        title: ["", "A", "B", "C", "D"][Int.random(in: 0..<5, using: &random)],
        people: [[], ["P"], ["Q"], ["P", "Q"]][Int.random(in: 0..<4, using: &random)],
        timeAndPlace: TalkFacts.TimeAndPlace(
          start: Instant(secondsSince1970: Int64.random(in: 0..<4, using: &random)),
          locations: [["X", "Y", "Z"][Int.random(in: 0..<3, using: &random)]]))
    }
  }

  @Test(
    "in random lists, pairs are one-to-one, independent of order, and have no better alternative")
  func random() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<400 {
      let (older, newer) = (Self.randomList(&random), Self.randomList(&random))
      let pairing = Pairing(older, newer)
      #expect(Set(pairing.pairs.map(\.old)).count == pairing.pairs.count)
      #expect(Set(pairing.pairs.map(\.new)).count == pairing.pairs.count)
      #expect(pairing.pairs.map(\.old) == pairing.pairs.map(\.old).sorted())
      let (olds, news) = (
        older.indices.shuffled(using: &random), newer.indices.shuffled(using: &random)
      )
      let shuffled = Pairing(olds.map { older[$0] }, news.map { newer[$0] })
      #expect(
        Set(shuffled.pairs.map { [olds[$0.old], news[$0.new]] })
          == Set(pairing.pairs.map { [$0.old, $0.new] }))
      let weak: [Pairing.Evidence] = [
        .start, .location, .renumbered, .names, .title, .person, .slot,
      ]
      for pair in pairing.pairs
      where weak.contains(pair.evidence) && pairing.renamings.locations.isEmpty {
        let count = agreement(older[pair.old], newer[pair.new])
        #expect(newer.allSatisfy { agreement(older[pair.old], $0, withID: false) <= count })
        #expect(older.allSatisfy { agreement($0, newer[pair.new], withID: false) <= count })
      }
    }
  }

  /// In how many of title, people, start, location and identifier two talks agree, where starts are not
  /// shifted.
  private func agreement(_ one: TalkFacts, _ other: TalkFacts, withID: Bool = true) -> Int {
    let isPart = [one, other].map { $0.id.contains("/") }
    if isPart[0] != isPart[1] { return 0 }
    let fields = [
      !one.title.isEmpty && one.title == other.title, one.people == other.people,
      one.timeAndPlace?.start == other.timeAndPlace?.start,
      one.timeAndPlace?.locations == other.timeAndPlace?.locations, withID && one.id == other.id,
    ]
    return fields.count { $0 }
  }
}
