// The context of an event in schedule.json and schedule.xml. FrabWalk sets it for each event, and
// the refinement of the event table removes it.

import Basics
import ECSKit
import Schedule
import SourceText

/// The context of an event: the program that wrote the file, and the room that contains the event.
struct FrabSetting: Component, Equatable {
  let maker: FrabMaker?
  /// The name of the room element that contains the event.
  ///
  /// The value is nil if the event's own field `room` contains the same name.
  let room: String?

  /// Creates a setting, or returns nil if the event needs none.
  ///
  /// An event needs a setting if the program is known or if the event names its room differently
  /// than the room element.
  init?(_ maker: FrabMaker?, room: String?, of event: SourceValue?) {
    let isSame = room.flatMap { room in event.map { $0.isWritten(room) } } ?? true
    if maker == nil, isSame { return nil }
    self.maker = maker
    self.room = isSame ? nil : room
  }

  /// Returns the name of the containing room if `name` is its slug, otherwise nil.
  ///
  /// In FOSDEM's files, an event in the room "K.4.201" may name its room "k4201".
  func fullName(of name: String) -> String? {
    guard let room, room != name, !name.utf8.contains(ASCII.space), room.slug == name.slug else {
      return nil
    }
    return room
  }
}

/// A program that writes placeholders or other special forms into its files.
///
/// pretalx and wafer write placeholders, such as "None", for missing values. konf writes two
/// special forms. The type "break" marks a session that is not a talk. The field `url` may repeat
/// an address from the list of links or, for an event without a page, contain the guid.
enum FrabMaker: String {
  case pretalx, wafer, konf

  /// The placeholders of each program, with the fields in which they occur.
  static let placeholders: [(maker: FrabMaker, text: String, field: Field)] = [
    (.pretalx, "None", .abstract), (.wafer, "No Track", .track), (.wafer, "None", .type),
  ]

  enum Field { case abstract, track, type }

  /// Creates the program named in a file's generator field, or returns nil for other programs.
  init?(of value: SourceValue) {
    guard let name = value["generator"]?["name"]?.label?.lowercased() else { return nil }
    self.init(rawValue: name)
  }

  func isPlaceholder(_ text: String?, for field: Field) -> Bool {
    guard let text else { return false }
    return Self.placeholders.contains { $0.maker == self && $0.field == field && $0.text == text }
  }
}

extension SourceValue {
  /// Returns true if the value is a string that equals `text`.
  fileprivate func isWritten(_ text: String) -> Bool {
    text.withUTF8Span { text in content.withUTF8 { $0.hasSameBytes(as: text) } } ?? false
  }
}

extension String {
  /// The letters and digits of the string, in lowercase.
  fileprivate var slug: String {
    if hasByte(where: { $0 >= 0x80 }) {
      return String(lowercased().filter { $0.isLetter || $0.isNumber })
    }
    // Setting bit 5 lowercases letters. Digits do not change.
    return String(decoding: utf8.filter(ASCII.isLetterOrDigit).map { $0 | 0x20 }, as: UTF8.self)
  }
}
