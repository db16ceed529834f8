// Facts about the surroundings of an event in schedule.json and schedule.xml, which its table needs.
// Set by FrabWalk for each file and room; removed by the refinement of the event's table.

import ECSKit
import Schedule
import SourceText
import TextBasics

/// The surroundings of an event in the file.
struct FrabSetting: Component, Equatable {
  /// The program that wrote the file.
  let maker: FrabMaker?
  /// The name of the room element that contains the event.
  let room: String?

  /// Creates the surroundings, or returns nil if they mean nothing to an event.
  init?(_ maker: FrabMaker?, room: String?) {
    if maker == nil, room == nil { return nil }
    self.maker = maker
    self.room = room
  }

  /// Returns the name of the containing room if an event names it by its slug, as FOSDEM does.
  ///
  ///     FrabSetting(nil, room: "K.4.201")?.fullName(of: "k4201")  // "K.4.201"
  func fullName(of name: String) -> String? {
    guard let room, room != name, !name.utf8.contains(ASCII.space), room.slug == name.slug else {
      return nil
    }
    return room
  }
}

/// A program that writes words for missing values.
enum FrabMaker: String {
  case pretalx, wafer

  /// The words that stand for missing values.
  static let placeholders: [(maker: FrabMaker, text: String, field: Field)] = [
    (.pretalx, "None", .abstract), (.wafer, "No Track", .track), (.wafer, "None", .type),
  ]

  enum Field { case abstract, track, type }

  /// Returns the program that is named by the generator of a file.
  init?(of value: SourceValue) {
    guard let name = value["generator"]?["name"]?.label?.lowercased() else { return nil }
    self.init(rawValue: name)
  }

  /// Returns true if a text stands for a missing value of a field.
  func isPlaceholder(_ text: String?, for field: Field) -> Bool {
    guard let text else { return false }
    return Self.placeholders.contains { $0.maker == self && $0.field == field && $0.text == text }
  }
}

extension String {
  /// The letters and digits in lower case.
  fileprivate var slug: String { String(lowercased().filter { $0.isLetter || $0.isNumber }) }
}
