import Basics
import CommandLine
import Marks
import Schedule

/// The identifiers (UIDs) of events in calendars.
///
/// The UIDs are unique and do not change between versions. A globally unique identifier or an
/// identifier from a calendar is used unchanged. To any other identifier, the name of the
/// conference is appended in the form of a host name. `SessionID.short` removes the host name when
/// konf reads the calendar.
///
///     session1Day1@uikonf-2015-05.konf
struct EventNames {
  private let host: String
  /// The identifiers of talks and sessions in calendars; the UIDs are derived from them.
  let ids: EventIDs

  /// Returns the UIDs for each name that any version of konf gave the conference in calendars.
  static func all(of kept: MarkStore) -> [EventNames] {
    kept.calendars.map { EventNames($0, kept.eventIDs) }
  }

  init(_ kept: MarkStore) { self.init(kept.calendar, kept.eventIDs) }

  private init(_ scope: String, _ ids: EventIDs) {
    self.ids = ids
    // Non-ASCII bytes are written in hexadecimal, so that different conferences have different
    // names.
    host = scope.utf8.reduce(into: "") { host, byte in
      switch byte {
      case 0x80...: host += Hexadecimal.digits(of: byte, count: 2)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        host.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      case UInt8(ascii: "a")...UInt8(ascii: "z"), ASCII.zero...ASCII.nine:
        host.unicodeScalars.append(Unicode.Scalar(byte))
      default: if !host.isEmpty, host.utf8.last != ASCII.minus { host += "-" }
      }
    }
  }

  func name(ofID id: String) -> SafeText { name(of: ids.id(of: id)) }

  /// Returns the UID of an event, given its identifier in ``EventIDs``.
  func name(of id: String) -> SafeText {
    if Self.hasHost(id) { return SafeText(id) }
    if TalkFacts.isUniversal(id) { return "\(id)@konf" }
    return "\(id.token)@\(host).konf"
  }

  /// Returns true if an identifier has the form of a UID that ends with a host name.
  private static func hasHost(_ id: String) -> Bool {
    guard let mark = id.utf8.firstIndex(of: UInt8(ascii: "@")), mark > id.startIndex else {
      return false
    }
    let host = id.utf8[mark...].dropFirst().prefix { $0 != ASCII.slash }
    return !host.isEmpty && host.allSatisfy { ASCII.isWord($0) && $0 != ASCII.plus }
  }
}
