import CommandLine
import Marks
import Schedule

extension Run {
  /// Returns the time zone set with `--tz`, or nil if the option is not set.
  static func displayZone(
    _ invocation: Invocation, _ environment: RunEnvironment, _ folders: ZoneFolders
  ) throws(Failure) -> Zone? {
    guard let name = invocation[CommonOption.displayZone] else { return nil }
    return name == "local"
      ? try localZone(environment, folders) : try zone(name, option: "--tz", folders)
  }

  private static func localZone(
    _ environment: RunEnvironment, _ folders: ZoneFolders
  ) throws(Failure) -> Zone {
    do {
      return try Zone.local(
        setting: environment.variables[EnvironmentVariable.zone.name], in: folders)
    } catch {
      throw Failure(.usage, SafeText.lines(of: "TZ: \(error.description)"))
    }
  }

  /// Returns true if the system's local time equals the displayed time at all given moments.
  func isLocal(at moments: [Instant]) -> Bool {
    guard let local = try? Self.localZone(environment, environment.zoneFolders) else {
      return false
    }
    return moments.allSatisfy { local.civil(at: $0) == zone.civil(at: $0) }
  }

  static func zone(
    _ name: String, option: SafeText, _ folders: ZoneFolders
  ) throws(Failure) -> Zone {
    do {
      return try Zone(named: name, in: folders)
    } catch {
      throw Failure(.usage, SafeText.lines(of: "\(option.string): \(error.description)"))
    }
  }

  /// Returns the approximate time of the run, for use before the zone of the venue is known.
  ///
  /// A date in `--at` is read as UTC. Any other form of `--at` is ignored in favor of the current
  /// time.
  static func roughMoment(_ invocation: Invocation, _ environment: RunEnvironment) -> Instant {
    guard case .time(let input)? = invocation[CommonOption.at] else { return environment.now }
    return input.instant(in: .utc)
  }

  /// Returns the current time or the time set by `--at`.
  ///
  /// A time of day refers to today. A time without an offset is read in the display time zone, as
  /// in filters. If the zone of the venue is unknown, the current time is the system's local time,
  /// because the device is probably at the venue.
  static func moment(
    _ invocation: Invocation, _ environment: RunEnvironment, _ schedule: ConferenceSchedule,
    in zone: Zone
  ) throws(Failure) -> Instant {
    let folders = environment.zoneFolders
    func atVenue(_ instant: Instant) throws(Failure) -> Instant {
      guard zone.isFloating else { return instant }
      return zone.instant(of: try localZone(environment, folders).civil(at: instant))
    }
    switch invocation[CommonOption.at] {
    case .later(let length)?: return try atVenue(environment.now).advanced(by: length)
    case .day(let named, let clock)?:
      return try moment(
        named, clock, behind: CommonOption.at.definition, schedule, in: zone,
        now: try atVenue(environment.now))
    case nil: return try atVenue(environment.now)
    case .clock(let clock)?:
      let today = zone.civil(at: try atVenue(environment.now)).date
      return zone.instant(of: CivilDateTime(date: today, time: clock))
    case .time(.instant(let instant))?: return try atVenue(instant)
    case .time(let input)?: return input.instant(in: zone)
    }
  }

  /// Returns the moment of a time of day on a named day.
  private static func moment(
    _ named: NamedDay, _ clock: CivilTime, behind option: OptionDefinition,
    _ schedule: ConferenceSchedule, in zone: Zone, now: Instant
  ) throws(Failure) -> Instant {
    let days = schedule.days(in: zone)
    let change = schedule.dayChange(in: zone)
    let found = schedule.numbered(named.day).moment(
      at: clock, isOfCalendar: named.day.isOfCalendar, among: days,
      today: zone.day(at: now, changingAt: change), changingAt: change)
    guard let found, named.agrees(with: found.date) else {
      throw noDay(named, behind: option, among: days)
    }
    return zone.instant(of: found)
  }

  /// Returns the bound that an option sets, or nil if the option is not set.
  ///
  /// A time of day is returned without a day.
  func bound(_ option: Option<MomentInput>) throws(Failure) -> TimeBound? {
    switch invocation[option] {
    case nil: return nil
    case .clock(let clock)?: return .clock(clock)
    case .later(let length)?: return .time(.instant(now.advanced(by: length)))
    case .day(let named, let clock)?:
      let moment = try Self.moment(
        named, clock, behind: option.definition, schedule, in: zone, now: now)
      return .time(.instant(moment))
    case .time(let input)?: return .time(input)
    }
  }
}
