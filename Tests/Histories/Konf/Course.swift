/// What a user does in a history, one step after the other.
enum Step: Equatable {
  /// Has konf remember a version.
  case use(Int, isForced: Bool = false)
  /// Marks what is marked in a version.
  case mark(Int, byData: Bool = false)
  /// Looks at a version; where `isSide`, as if on the way to another one.
  case view(Int, byData: Bool = false, Mode, isSide: Bool = false)
  /// Looks at another conference, which must not have any of the marks.
  case viewOther(Int, byData: Bool = false)
  /// Has konf remember another conference.
  case useOther(Int)
  /// Goes back to the schedule that was remembered first.
  case chooseFirst
  /// Puts the ratings of two data folders together, beside a version.
  case merge(Int)
}

extension History {
  /// What is done in this history.
  var course: [Step] {
    switch (kind, isByData) {
    case (.newerVersion, true): [.mark(0, byData: true), .view(1, byData: true, .data)]
    case (.newerVersion, false):
      [
        .use(0), .mark(0), .view(1, byData: true, .dataAfterUse, isSide: true), .use(1),
        .view(1, .use),
      ]
    case (.threeVersions, _):
      [.use(0), .mark(0), .use(1), .view(1, .use), .mark(1), .use(2), .view(2, .third)]
    case (.backToOlder, _):
      [.use(0), .mark(0), .use(1), .view(1, .use), .use(0, isForced: true), .view(0, .back)]
    case (.otherConference, true), (.nextYear, true):
      [
        .mark(0, byData: true), .viewOther(1, byData: true), .view(0, byData: true, otherMode),
      ]
    case (.otherConference, false), (.nextYear, false):
      [
        .use(0), .mark(0), .viewOther(1, byData: true), .useOther(1), .viewOther(1), .chooseFirst,
        .view(0, otherMode),
      ]
    case (.twoDevices, _): [.merge(1)]
    }
  }

  /// How views of two conferences are counted.
  var otherMode: Mode { kind == .nextYear ? .nextYear : .other }
}
