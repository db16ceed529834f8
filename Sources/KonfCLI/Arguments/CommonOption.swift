package import Schedule

/// The options that every command takes.
package enum CommonOption {
  /// The schedule to read.
  package static let data = Option<String>(
    "data", short: "d", "PATH|-", naming: .schedule,
    help: "read this file or remembered schedule; - is a pipe")
  /// The data folder.
  package static let home = Option<String>(
    "home", "DIR", naming: .folder, help: "keep the ratings in this data folder",
    accepting: "a folder"
  ) { $0.isEmpty ? nil : $0 }
  /// Whether the answer is a JSON array, and the fields of its records.
  package static let json = fields(
    "json", short: "j", help: "answer with a JSON array; see konf help json")
  /// Whether the answer is a JSON object on each line.
  package static let jsonl = fields("jsonl", help: "answer with a JSON object on each line")
  /// Whether the answer is a table with tabs.
  package static let tsv = fields("tsv", help: "answer with a table, a tab between two cells")
  /// The line of each record of the answer.
  package static let format = Option<RecordTemplate>(
    "format", "TEMPLATE",
    help: "answer with a line of this form for each record; see konf help json",
    accepting: #"a text with fields in braces, such as "{start.clock} {title}""#,
    parse: RecordTemplate.init)
  /// When to use colour.
  package static let color = Option<ColorChoice>(
    "color", help: "when to use colour; auto, if not given")
  /// When addresses are links.
  package static let hyperlink = Option<HyperlinkChoice>(
    "hyperlink", help: "when addresses are links; auto, if not given")
  /// The columns of a line.
  package static let width = Option<Int>(
    "width", short: "w", "N", in: Presentation.widths, help: "lay text out for N columns")
  /// Whether identifiers are left out.
  package static let noIDs = Flag("no-ids", help: "leave ids out of text, as for a screen reader")
  /// Whether remarks are left out.
  package static let quiet = Flag("quiet", short: "q", help: "print no remarks, only failures")
  /// Whether what a run reads and how long it takes is written.
  package static let verbose = Flag(
    "verbose", short: "v", help: "say what is read, from where, and how long it takes")
  /// Whether long answers are written at once.
  package static let noPager = Flag("no-pager", help: "write a long answer at once")
  /// The moment that the answer is for.
  package static let at = Option<MomentInput>(
    "at", "TIME", help: "answer as if it were TIME, on the clocks shown",
    accepting: """
      a time such as 2015-05-18T11:00, 2015-05-18T11:00+02:00, 11:00, "mon 11:00" or +2h
      """, parse: MomentInput.init)
  /// The month of a schedule whose times have days only.
  package static let month = Option<ConferenceMonth>(
    "month", "YYYY-MM", help: "the month of a schedule that has days only",
    accepting: "a year and a month, such as 2015-05", parse: ConferenceMonth.init)
  /// The zone of a schedule that names none.
  package static let zone = Option<String>(
    "zone", "ZONE", naming: .zone, help: "the zone of a schedule that names none")
  /// The zone that times are shown in.
  package static let displayZone = Option<String>(
    "tz", "ZONE", naming: .zone, help: "show times in this zone")
  /// Whether the file of default options is left out.
  package static let noConfig = Flag(
    "no-config", help: "ignore the file of default options; see konf help config")
  /// Whether the help is asked for.
  package static let help = Flag(
    "help", short: "h", help: "explain konf or the command; -h in short")
  /// Whether the version is asked for.
  package static let version = Flag("version", short: "V", help: "print the version")

  private static func fields(
    _ name: String, short: Character? = nil, help: SafeText
  ) -> Option<FieldList> {
    Option(
      name, short: short, "FIELDS", naming: .fields, help: help, form: .optional,
      accepting: "names of fields with commas between them, such as id,title",
      parse: FieldList.init)
  }

  /// Those that make no sense each time.
  static var notByDefault: [OptionDefinition] {
    dataForms + [noConfig.definition, help.definition, version.definition]
  }

  /// Those that say that another program reads the answer.
  static var dataForms: [OptionDefinition] {
    [json, jsonl, tsv].map(\.definition) + [format.definition]
  }

  /// All of them, in the order of the help.
  package static var all: [OptionDefinition] {
    [
      data.definition, home.definition, json.definition, jsonl.definition, tsv.definition,
      format.definition, color.definition, hyperlink.definition, width.definition, noIDs.definition,
      quiet.definition,
      verbose.definition, noPager.definition, at.definition,
      month.definition, zone.definition, displayZone.definition,
      noConfig.definition, help.definition,
      version.definition,
    ]
  }
}

/// The options that narrow a list to a part of the schedule.
package enum FilterOption {
  /// Only what is listed on a day.
  package static let day = Option<NamedDay>(
    "day", "DAY", naming: .day,
    help: """
      only this day: 2015-05-18, "18 may", mon, 2 (the second), today or tomorrow
      """,
    form: .repeatable,
    accepting: """
      a date such as 2015-05-18 or "18 may", a weekday such as mon, the number of a day, today or \
      tomorrow
      """, parse: NamedDay.init)
  /// Only talks of a track.
  package static let track = Option<String>(
    "track", "NAME", naming: .track, help: "only talks of this track", form: .repeatable)
  /// Only what happens at a location.
  package static let location = Option<String>(
    "location", synonyms: ["room"], "NAME", naming: .location,
    help: "only what happens at this location (--room is the same)", form: .repeatable)
  /// Only talks of a person.
  package static let speaker = Option<String>(
    "speaker", "NAME", naming: .person, help: "only talks of this person", form: .repeatable)
  /// Only talks in a language.
  package static let language = Option<String>(
    "lang", "CODE", naming: .language, help: "only talks in this language, such as en",
    form: .repeatable)
  /// Only what starts at a time or later.
  package static let after = bound(
    "after", help: "only what starts at TIME or later: 14:00 on every day, or as --at")
  /// Only what starts before a time.
  package static let before = bound("before", help: "only what starts before TIME")

  /// Only what is starred.
  package static let mine = Flag("mine", help: "only what you starred; see konf help star")
  /// Only what is hidden.
  package static let hidden = Flag("hidden", help: "only what konf hide left out")
  /// Whether an empty answer is no success.
  package static let exitStatus = Flag("exit-status", help: "end with 1 if nothing is found")

  /// Those that ask for talks by what the schedule says of them.
  package static var choosing: [OptionDefinition] {
    [
      day.definition, track.definition, location.definition, speaker.definition,
      language.definition, after.definition, before.definition,
    ].map { $0.filtering }
  }
  /// Those that ask for what is different between two versions.
  package static var comparing: [OptionDefinition] { choosing + [mine.definition.filtering] }
  /// Those that leave something out.
  package static var narrowing: [OptionDefinition] { comparing + [hidden.definition.filtering] }
  /// All options of a list, in the order of the help.
  package static var all: [OptionDefinition] { narrowing + [exitStatus.definition] }

  private static func bound(_ name: String, help: SafeText) -> Option<TimeBound> {
    Option(
      name, "TIME", help: help,
      accepting: "a clock such as 14:00, now, or a time such as 2015-05-18T11:00",
      parse: TimeBound.init)
  }
}

/// A moment as it is typed.
package enum MomentInput: Sendable {
  /// A clock, of today.
  case clock(CivilTime)
  /// A clock on a day that is named without its date.
  case day(NamedDay, CivilTime)
  /// Some time from now.
  case later(Duration)
  /// A date, with or without a clock.
  case time(TimeInput)

  /// Creates the moment that a text means, or nil if it means none.
  ///
  /// - Parameter text: A time as `TimeBound` reads it, a day as `NamedDay` reads it and a clock, or
  ///   a length of time after a plus sign.
  package init?(_ text: String) {
    switch TimeBound(text) {
    case .now?: self = .later(.zero)
    case .clock(let clock)?: self = .clock(clock)
    case .time(let input)?: self = .time(input)
    case nil: self.init(words: text)
    }
  }

  private init?(words text: String) {
    if text.hasPrefix("+"), let length = Duration(typed: String(text.dropFirst())) {
      self = .later(length)
    } else if let blank = text.lastIndex(of: " "), let day = NamedDay(String(text[..<blank])),
      let clock = CivilTime(typedBehindDay: String(text[text.index(after: blank)...]))
    {
      self = .day(day, clock)
    } else {
      return nil
    }
  }
}

/// A day as it is typed, with the words for it.
package struct NamedDay: Sendable {
  /// The text as it was typed.
  package let text: String
  /// The day that the text means.
  package let day: DayInput

  /// Creates the day that a text means, or nil if it means none.
  ///
  /// - Parameter text: A day as `DayInput` reads it.
  package init?(_ text: String) {
    guard let day = DayInput(text) else { return nil }
    self.text = text
    self.day = day
  }
}

extension OptionDefinition {
  /// The option as one that narrows a list.
  fileprivate var filtering: OptionDefinition {
    var filter = self
    filter.isFilter = true
    return filter
  }
}
