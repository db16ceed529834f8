public import ECSKit

/// What the conference is called.
public struct Conference: UniqueComponent, Sendable, Hashable {
  /// The name, such as "UIKonf 2015".
  public var title: String

  /// Creates the component.
  ///
  /// - Parameter title: The name, such as "UIKonf 2015".
  public init(title: String) {
    self.title = title
  }
}

/// What the conference is called in short.
public struct Acronym: UniqueComponent, Sendable, Hashable {
  /// The short name, such as "uikonf15".
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The short name, such as "uikonf15".
  public init(text: String) {
    self.text = text
  }
}

/// Where the conference is found on the web.
public struct ConferencePage: UniqueComponent, Sendable, Hashable {
  /// A link as the file has it; it is never followed.
  public var link: String

  /// Creates the component.
  ///
  /// - Parameter link: A link as the file has it; it is never followed.
  public init(link: String) {
    self.link = link
  }
}

/// The month in which the first day of the conference lies.
public struct ConferenceMonth: UniqueComponent, Sendable, Hashable {
  /// The year, from 1 to 9999.
  public var year: Int
  /// The month, from 1 to 12.
  public var month: Int

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - year: The year, from 1 to 9999.
  ///   - month: The month, from 1 to 12.
  public init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }
}

/// The time zone of the venue.
public struct ConferenceZone: UniqueComponent, Sendable, Hashable {
  /// A name such as "Europe/Berlin".
  public var name: String

  /// Creates the component.
  ///
  /// - Parameter name: A name such as "Europe/Berlin".
  public init(name: String) {
    self.name = name
  }
}

/// Where the conference collected ratings.
public struct Server: UniqueComponent, Sendable, Hashable {
  /// A link as the file has it; it is never followed.
  public var link: String

  /// Creates the component.
  ///
  /// - Parameter link: A link as the file has it; it is never followed.
  public init(link: String) {
    self.link = link
  }
}

/// The zone of the venue, as an import determined it for this schedule.
public struct VenueZone: UniqueComponent, Sendable, Equatable {
  /// The zone.
  public let zone: Zone
  /// When a day of the conference gives way to the next.
  package let dayChange: CivilTime

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - zone: The zone.
  ///   - dayChange: When a day of the conference gives way to the next.
  package init(zone: Zone, dayChange: CivilTime = .midnight) {
    self.zone = zone
    self.dayChange = dayChange
  }
}
