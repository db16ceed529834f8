import Schedule
import Testing

@Suite("NameQuery")
struct NameQueryTests {
  static let names = [
    "Graham Lee", "Mike Lee", "Maxim Zaks", "Ash Furrow", "Claus Höfele", "Maxim Cramer",
    "Natasha (the Robot) Murashev", "Heimathafen Neukölln", "Boat Tour", "Bike Tour",
  ]

  @Test(
    "a person is found by any word of the name",
    arguments: [
      ("graham lee", ["Graham Lee"]),
      ("lee graham", ["Graham Lee"]),
      ("lee", ["Graham Lee", "Mike Lee"]),
      ("m lee", ["Mike Lee"]),
      ("maxim", ["Maxim Zaks", "Maxim Cramer"]),
      ("  MAXIM\tc ", ["Maxim Cramer"]),
      ("robot", ["Natasha (the Robot) Murashev"]),
      ("the-robot!", ["Natasha (the Robot) Murashev"]),
      ("neukolln", ["Heimathafen Neukölln"]),
      ("hafen", ["Heimathafen Neukölln"]),
      ("tour", ["Boat Tour", "Bike Tour"]),
      ("lee zaks", []),
      ("nobody", []),
    ])
  func finds(query: String, expected: [String]) {
    #expect(NameQuery(query).best(among: Self.names) { $0 } == expected)
  }

  @Test(
    "an umlaut is found however it is spelled",
    arguments: [
      "hofele", "höfele", "HÖFELE", "Ho\u{308}fele", "HO\u{308}FELE", "hoefele", "HOEFELE",
      "claus hoefele", "oefel",
    ])
  func umlauts(query: String) {
    #expect(NameQuery(query).best(among: Self.names) { $0 } == ["Claus Höfele"])
    let decomposed = ["Graham Lee", "Claus Ho\u{308}fele"]
    #expect(NameQuery(query).best(among: decomposed) { $0 } == [decomposed[1]])
  }

  @Test("an umlaut finds the name that spells it with an e")
  func spelledName() {
    #expect(NameQuery("höfele").best(among: ["Hoefele", "Lee"]) { $0 } == ["Hoefele"])
    #expect(NameQuery("ünal").best(among: ["Oben", "Uenal"]) { $0 } == ["Uenal"])
  }

  @Test("the German spelling is tried only if nothing else is found")
  func germanLast() {
    #expect(NameQuery("mueller").best(among: ["Müller", "Muellerin"]) { $0 } == ["Muellerin"])
    #expect(NameQuery("mueller").best(among: ["Müller", "Muller"]) { $0 } == ["Müller"])
    #expect(NameQuery("müller").best(among: ["Mueller", "Muller"]) { $0 } == ["Muller"])
  }

  @Test("longer names have each word of the query, and equal names are left out")
  func longerNames() {
    let names = ["Anna", "Joanna", "Anna Lee", "Annabel Lee", "Lee, Anna", "ANNA"]
    #expect(NameQuery("anna").longerNames(among: names) == ["Anna Lee", "Lee, Anna"])
    #expect(NameQuery("anna lee").longerNames(among: names) == ["Lee, Anna"])
    #expect(NameQuery("room 1").longerNames(among: ["Room 1", "Room 10"]) == [])
    #expect(NameQuery("…").longerNames(among: names) == [])
  }

  @Test("equal names precede prefixes, and prefixes precede other matches")
  func kinds() {
    let names = ["Annabel", "Joanna", "ANNA", "Anna Lee", "anna"]
    #expect(NameQuery("Anna").best(among: names) { $0 } == ["ANNA", "anna"])
    #expect(NameQuery("ann").best(among: names) { $0 } == ["Annabel", "ANNA", "Anna Lee", "anna"])
    #expect(NameQuery("oan").best(among: names) { $0 } == ["Joanna"])
    #expect(NameQuery("nna").best(among: names) { $0 } == names)
  }

  @Test(
    "a query that contains no words finds nothing", arguments: ["", "  ", "-", "(…) !", "\u{301}"])
  func empty(query: String) {
    #expect(NameQuery(query).best(among: Self.names + ["", "-", "(…) !"]) { $0 }.isEmpty)
  }

  @Test("items of any type are found by the requested name")
  func items() {
    let found = NameQuery("lee").best(among: Self.names.indices) { Self.names[$0] }
    #expect(found == [0, 1])
  }

  @Test(
    "the suggested name is within two edits, or one for three letters",
    arguments: [
      ("grahm", "Graham Lee"), ("Grahma Lee", "Graham Lee"), ("furow", "Ash Furrow"),
      ("lea", "Graham Lee"), ("Mkie Lee", "Mike Lee"), ("hoefele", "Claus Höfele"),
      ("murashew", "Natasha (the Robot) Murashev"), ("Lee", "Graham Lee"),
      ("gxxham", "Graham Lee"), ("xy", nil), ("le", nil), ("mxxe", nil), ("grxxxm lee", nil),
      ("", nil), ("...", nil),
    ] as [(String, String?)])
  func nearest(query: String, expected: String?) {
    #expect(NameQuery.nearest(to: query, among: Self.names) == expected)
  }

  @Test("the first of equally near names wins, and a nearer one wins over both")
  func ties() {
    #expect(NameQuery.nearest(to: "annx", among: ["Anne", "Anna"]) == "Anne")
    #expect(NameQuery.nearest(to: "annxab", among: ["Annebb", "Annxbb", "Annxac"]) == "Annxbb")
    #expect(NameQuery.nearest(to: "anna", among: []) == nil)
  }
}
