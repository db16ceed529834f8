import ECSKit

// The times of events as written in files. `WrittenCalendar` converts the times to instants.

package struct WrittenStart: Component, Equatable {
  package var time: WrittenTime
  package var zone: String?

  package init(time: WrittenTime, zone: String? = nil) {
    self.time = time
    self.zone = zone
  }
}

package struct WrittenEnd: Component, Equatable {
  package var time: WrittenTime
  package var zone: String?

  package init(time: WrittenTime, zone: String? = nil) {
    self.time = time
    self.zone = zone
  }
}

package struct WrittenLength: Component, Equatable, CustomReflectable {
  /// The number of calendar days.
  ///
  /// Adding calendar days preserves the local time, even if clocks change.
  package var days: Int
  /// The length in addition to `days`, never negative.
  package var duration: Duration
  /// The length if its three written numbers mean hours, minutes and seconds.
  ///
  /// The value is nil for other forms. It differs from `duration` if the numbers may also mean
  /// days, hours and minutes. In this case, the other lengths in the file determine the meaning;
  /// see `ThreePartLengths`.
  package var clock: Duration?

  package init(days: Int = 0, duration: Duration, clock: Duration? = nil) {
    self.days = days
    self.duration = duration
    self.clock = clock
  }

  /// True if the three written numbers have two meanings.
  package var isAmbiguous: Bool { clock.map { $0 != duration } ?? false }

  package var customMirror: Mirror {
    days == 0
      ? Mirror(self, children: ["duration": duration])
      : Mirror(self, children: ["days": days, "duration": duration])
  }
}

/// The local start time of an event, on the day under which the file lists the event.
package struct DayClock: Component, Equatable {
  package var time: CivilTime

  package init(time: CivilTime) {
    self.time = time
  }
}

/// The date of a conference day, or of the day under which the file lists an event.
package struct DayDate: Component, Equatable {
  package var date: CivilDate

  package init(date: CivilDate) {
    self.date = date
  }
}

/// A marker for an entity that represents a conference day.
package struct ConferenceDay: Component, Equatable {
  package init() {}
}

/// The number of a conference day in the file.
package struct DayIndex: Component, Equatable {
  package var number: Int

  package init(number: Int) {
    self.number = number
  }
}

/// The local time when a conference day ends.
package struct DayChange: UniqueComponent, Equatable {
  /// The time of day.
  ///
  /// Sessions that begin earlier belong to the previous day.
  package var time: CivilTime

  package init(time: CivilTime) {
    self.time = time
  }
}
