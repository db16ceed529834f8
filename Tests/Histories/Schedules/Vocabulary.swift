import TestSupport

/// Words that titles and names are made of.
enum Vocabulary {
  static let series = [
    "Lightning Talks", "Meetup", "Open Space", "Dojo", "Hallway Track", "Panel", "Office Hours",
  ]
  static let breaks = ["Lunch", "Coffee break", "Dinner", "Break"]
  static let rooms = ["Main Hall", "Attic", "Garden", "Studio 1", "Studio 2", "Library", "Cellar"]
  static let fairs = [
    "Harbour Days", "FairConf", "Camp of Makers", "Systems Meeting", "Garden Fair", "Mobile Konf",
  ]

  private static let verbs = [
    "Building", "Breaking", "Testing", "Growing", "Reading", "Shipping", "Measuring", "Teaching",
    "Rewriting", "Watching", "Saving", "Sorting",
  ]
  private static let qualities = [
    "small", "robust", "old", "open", "quiet", "distributed", "typed", "lazy", "wild", "green",
    "private", "slow",
  ]
  private static let things = [
    "parsers", "gardens", "queues", "radios", "clocks", "maps", "trains", "compilers", "letters",
    "signals", "bikes", "logs", "keyboards", "lamps",
  ]
  private static let given = [
    "Ada", "Björn", "Chloé", "Dana", "Emre", "Fatima", "Grace", "Hugo", "Ines", "Jan", "Kim", "Lea",
  ]
  private static let family = [
    "Abel", "Brandt", "Costa", "Dietz", "Engel", "Fuchs", "Gomez", "Höfele", "Ito", "Jonas",
    "Klein", "Lindt", "Moreau", "Nowak",
  ]

  /// Returns a title; most are of one talk only.
  static func title(_ generator: inout SplitMix64) -> String {
    let words = [verbs, qualities, things].map { $0.oneElement(using: &generator) }
    return words.joined(separator: " ")
  }

  /// Returns a person's name.
  static func person(_ generator: inout SplitMix64) -> String {
    "\(given.oneElement(using: &generator)) \(family.oneElement(using: &generator))"
  }

  /// Returns the number of a person in files, which is always the same.
  static func number(ofPerson name: String) -> Int {
    name.utf8.reduce(7) { ($0 * 31 + Int($1)) % 100_000 }
  }
}

extension SplitMix64 {
  /// Returns true with a probability.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// Returns a number of a range.
  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns what no two conferences share.
  mutating func guid() -> String {
    let digits = [next(), next()].map { number in
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var parts: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }
}
