import Basics
import Schedule

/// A generator for the guids, numbers and codes that schedule.xml and schedule.json require.
struct FrabIdentifiers {
  struct Event: Equatable {
    var guid = ""
    var number = 0
    var code: String?
  }

  private let form: FrabDocument.Form
  private var guids: Set<String> = []
  private var numbers: Set<Int> = []
  private var codes: Set<String> = []

  init(for form: FrabDocument.Form) {
    self.form = form
  }

  /// Returns the identifiers of all events, in the order of the events.
  ///
  /// A valid identifier in `known` is used unchanged. In XML, if several events have the same
  /// identifier, only the first event gets it. Afterwards, missing identifiers are derived from
  /// `names`, so that they never equal an identifier in `known`. The names must be globally unique.
  mutating func events(_ known: [[String]], named names: [String]) -> [Event] {
    var events = known.map { ids in
      var event = Event()
      event.guid =
        ids.first { id in
          Self.isUUID(id) && (guids.insert(id.lowercased()).inserted || form == .json)
        } ?? ""
      let number = ids.last(where: Self.isNumber).flatMap { Int($0) }
      if let number, numbers.insert(number).inserted || form == .json { event.number = number }
      event.code = ids.first { id in
        Self.isCode(id, in: form) && (codes.insert(id).inserted || form == .json)
      }
      return event
    }
    for (index, name) in names.enumerated() {
      let (high, low) = (
        Fingerprint.of(Array(name.utf8).span), Fingerprint.of(Array("\(name)#".utf8).span)
      )
      if events[index].guid.isEmpty { events[index].guid = guid(high, low) }
      if events[index].number == 0 { events[index].number = number(high) }
    }
    return events
  }

  /// Returns a UUID of version 8, the version for custom formats.
  ///
  /// - SeeAlso: RFC 9562, section 5.8.
  private mutating func guid(_ high: UInt64, _ low: UInt64) -> String {
    var low = low
    while true {
      let digits =
        Hexadecimal.digits(of: high & ~0xF000 | 0x8000, count: 16)
        + Hexadecimal.digits(of: low & ~(0b11 << 62) | 0b10 << 62, count: 16)
      var guid = ""
      for (place, digit) in digits.enumerated() {
        if [8, 12, 16, 20].contains(place) { guid += "-" }
        guid.append(digit)
      }
      if guids.insert(guid).inserted { return guid }
      low &+= 1
    }
  }

  /// Returns a ten-digit number below 2³¹.
  ///
  /// Apps require this limit. A ten-digit number cannot conflict with the shorter numbers in
  /// schedules.
  private mutating func number(_ hash: UInt64) -> Int {
    var number = 1_000_000_000 + Int(hash % 1_000_000_000)
    while !numbers.insert(number).inserted { number += 1 }
    return number
  }

  /// Returns a guid for a location without one.
  static func guid(ofLocation name: String, _ host: String) -> String {
    var ids = FrabIdentifiers(for: .json)
    return ids.events([[]], named: ["\(name)@\(host)"])[0].guid
  }

  // MARK: Patterns of the schemas

  static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && text.utf8.allSatisfy { $0 == ASCII.minus || Hexadecimal.value(of: $0) != nil }
  }

  private static func isNumber(_ text: String) -> Bool {
    1...9 ~= text.utf8.count && text.utf8.first != ASCII.zero
      && text.utf8.allSatisfy { ASCII.zero...ASCII.nine ~= $0 }
  }

  static func isCode(_ text: String, in form: FrabDocument.Form) -> Bool {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return (form == .json || text.utf8.count == 6) && text.utf8.contains { letters ~= $0 }
      && text.utf8.allSatisfy { letters ~= $0 || ASCII.zero...ASCII.nine ~= $0 }
  }

  /// Returns true if an identifier is valid for a person.
  ///
  /// XML has no codes for people.
  static func isPerson(_ id: String, in form: FrabDocument.Form) -> Bool {
    isUUID(id) || form == .json && isCode(id, in: .json)
  }

  static func isAcronym(_ text: String, in form: FrabDocument.Form) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      ASCII.isLetterOrDigit(byte) && byte == ASCII.lowercased(byte) || byte == UInt8(ascii: "_")
    }
    let rest = form == .xml ? text.utf8.filter { $0 != ASCII.minus } : Array(text.utf8)
    return text.utf8.count >= 4 && rest.allSatisfy(isWord)
  }
}
