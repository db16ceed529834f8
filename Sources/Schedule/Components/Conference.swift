public import ECSKit

/// The name of the conference.
public struct Conference: UniqueComponent, Sendable, Hashable {
  /// The name, such as "UIKonf 2015".
  public var title: String

  /// Creates the name of a conference.
  ///
  /// - Parameter title: The name, such as "UIKonf 2015".
  public init(title: String) {
    self.title = title
  }
}

/// The short name of the conference.
public struct Acronym: UniqueComponent, Sendable, Hashable {
  /// The short name, such as "uikonf15".
  public var text: String

  /// Creates the short name of a conference.
  ///
  /// - Parameter text: The short name, such as "uikonf15".
  public init(text: String) {
    self.text = text
  }
}

/// The web page of the conference.
public struct ConferencePage: UniqueComponent, Sendable, Hashable {
  /// The link as written in the file.
  ///
  /// konf never follows it.
  public var link: String

  /// Creates the web page of a conference.
  ///
  /// - Parameter link: The link as written in the file. konf never follows it.
  public init(link: String) {
    self.link = link
  }
}

/// The month of the first conference day.
public struct ConferenceMonth: UniqueComponent, Sendable, Hashable {
  /// The year, from 1 to 9999.
  public var year: Int
  /// The month, from 1 to 12.
  public var month: Int

  /// Creates the month of a conference.
  ///
  /// - Parameters:
  ///   - year: The year, from 1 to 9999.
  ///   - month: The month, from 1 to 12.
  public init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }
}

/// The time zone of the venue, as named in the file.
public struct ConferenceZone: UniqueComponent, Sendable, Hashable {
  /// The name, such as "Europe/Berlin".
  public var name: String

  /// Creates the time zone of a conference.
  ///
  /// - Parameter name: The name, such as "Europe/Berlin".
  public init(name: String) {
    self.name = name
  }
}

/// The server that collected ratings for the conference.
public struct Server: UniqueComponent, Sendable, Hashable {
  /// The link as written in the file.
  ///
  /// konf never follows it.
  public var link: String

  /// Creates the server of a conference.
  ///
  /// - Parameter link: The link as written in the file. konf never follows it.
  public init(link: String) {
    self.link = link
  }
}

/// The time zone and the day change of the venue, as determined by the import.
public struct VenueZone: UniqueComponent, Sendable, Equatable {
  /// The time zone of the venue.
  public let zone: Zone
  /// The time of day when a conference day ends.
  package let dayChange: CivilTime

  package init(zone: Zone, dayChange: CivilTime = .midnight) {
    self.zone = zone
    self.dayChange = dayChange
  }
}
