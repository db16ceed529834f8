import ECSKit

// When an event is, as files write it; a calendar turns it into moments.

/// The date and time that an event begins at, as they are written.
package struct WrittenStart: Component, Equatable {
  /// Date and time, with an offset if one is written.
  package var time: WrittenTime
  /// The zone that is named beside them.
  package var zone: String?

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - time: Date and time, with an offset if one is written.
  ///   - zone: The zone that is named beside them.
  package init(time: WrittenTime, zone: String? = nil) {
    self.time = time
    self.zone = zone
  }
}

/// The date and time that an event ends at, as they are written.
package struct WrittenEnd: Component, Equatable {
  /// Date and time, with an offset if one is written.
  package var time: WrittenTime
  /// The zone that is named beside them.
  package var zone: String?

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - time: Date and time, with an offset if one is written.
  ///   - zone: The zone that is named beside them.
  package init(time: WrittenTime, zone: String? = nil) {
    self.time = time
    self.zone = zone
  }
}

/// How long an event takes, as it is written.
package struct WrittenLength: Component, Equatable, CustomReflectable {
  /// Days; at their end clocks show the same time as at the start, even if they were changed
  /// between.
  package var days: Int
  /// The length of time beyond the days, not negative.
  package var duration: Duration

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - days: The number of days, not negative.
  ///   - duration: The length of time beyond the days, not negative.
  package init(days: Int = 0, duration: Duration) {
    self.days = days
    self.duration = duration
  }

  /// The length of time, and the days if there are any, as inspections of components show it.
  package var customMirror: Mirror {
    days == 0
      ? Mirror(self, children: ["duration": duration])
      : Mirror(self, children: ["days": days, "duration": duration])
  }
}

/// What the clocks at the venue show when an event begins, on the day it is listed under.
package struct DayClock: Component, Equatable {
  /// The time of day.
  package var time: CivilTime

  /// Creates the component.
  ///
  /// - Parameter time: The time of day.
  package init(time: CivilTime) {
    self.time = time
  }
}

/// The date of a day of the conference; on an event, that of the day it is listed under.
package struct DayDate: Component, Equatable {
  /// The date.
  package var date: CivilDate

  /// Creates the component.
  ///
  /// - Parameter date: The date.
  package init(date: CivilDate) {
    self.date = date
  }
}

/// Marks a day of the conference.
package struct ConferenceDay: Component, Equatable {
  /// Creates the flag.
  package init() {}
}

/// When a day of the conference gives way to the next, on the clocks of the venue.
package struct DayChange: UniqueComponent, Equatable {
  /// The time of day; sessions that begin before it belong to the evening before.
  package var time: CivilTime

  /// Creates the component.
  ///
  /// - Parameter time: The time of day.
  package init(time: CivilTime) {
    self.time = time
  }
}
