/// Goes through the steps of a history and judges what konf shows.
final class CourseRun {
  private let history: History
  private let konf: KonfProgram
  private let folder: WorkFolder
  private let files: [String]
  private let things: [[Thing]]
  private var judge = Judge()
  /// What `konf diff` says of two versions; nil if it refuses them.
  private var stories: [[Int]: DiffStory?] = [:]
  /// Whether what follows could not be judged.
  private var isOver = false

  /// Writes the files of a history.
  init(_ history: History, _ konf: KonfProgram, _ folder: WorkFolder) throws {
    self.history = history
    self.konf = konf
    self.folder = folder
    things = history.versions.map(\.things)
    files = try history.versions.enumerated().map { number, version in
      let ending = version.shape == .xml ? "xml" : "json"
      return try folder.write(ScheduleWriter.bytes(version), to: "version\(number).\(ending)")
    }
  }

  /// Does all that is done in the history.
  func run(_ tally: inout Tally) throws {
    let run = folderRun("home", history.plans)
    for (number, step) in history.course.enumerated() where !isOver {
      let unrecognized = try take(step, with: run)
      if unrecognized, let mode = mode(after: number) {
        tally.add(.unrecognized, mode, "it is another one for konf use")
      }
      try look(step, number, run, &tally)
    }
  }

  private func folderRun(_ name: String, _ plans: [MarkPlan]) -> DataFolderRun {
    DataFolderRun(
      konf, files: files, home: "\(folder.path)/\(name)", versions: history.versions, plans: plans)
  }

  private func mode(after number: Int) -> Mode? {
    for case .view(_, _, let mode, _) in history.course[number...] { return mode }
    return nil
  }

  /// Does what changes a data folder.
  ///
  /// - Returns: Whether konf does not find what a file is a version of.
  private func take(_ step: Step, with run: DataFolderRun) throws -> Bool {
    switch step {
    case .use(0, false): try run.useFirst(0)
    case .use(let version, let isForced): return try !run.use(version, isForced: isForced)
    case .useOther(let version): try run.useOther(version)
    case .chooseFirst: try run.chooseFirst()
    case .mark(let version, let byData): try run.mark(version, byData: byData)
    case .view, .viewOther, .merge: break
    }
    return false
  }

  // MARK: Looking

  private func look(
    _ step: Step, _ number: Int, _ run: DataFolderRun, _ tally: inout Tally
  ) throws {
    switch step {
    case .mark(let version, let byData):
      guard version < history.plans.count else { return }
      judge.add(history.plans[version], in: things[version])
      if version == 0 { try verifyMarks(try run.reading(0, byData: byData)) }
    case .view(let version, let byData, let mode, let isSide):
      let before = previous(to: version, number)
      judge.older = Dictionary(
        things[before].map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
      let view = Judge.View(
        mode: mode, reading: try run.reading(version, byData: byData), things: things[version],
        isRetitled: isRetitled(version),
        story: before == version ? nil : story(before, version),
        report: { run.report(version, byData: byData) },
        probe: { [self] in try probe($0, upTo: number) })
      try judge.judge(view, isSide: isSide, &tally)
    case .viewOther(let version, let byData):
      let reading = try run.reading(version, byData: byData)
      let count = reading.seen.count + reading.appointments.count
      if count > 0 {
        tally.add(.mixedUp, history.otherMode, "\(count) marks are shown in the other conference")
      }
    case .useOther:
      if try run.rememberedCount() != 2 {
        tally.add(.mixedUp, history.otherMode, "the other conference replaced the first")
        isOver = true
      }
    case .merge(let version): try merge(version, &tally)
    case .use, .chooseFirst: break
    }
  }

  private func isRetitled(_ version: Int) -> Bool {
    history.versions[version].title != history.versions[0].title
  }

  /// The version that was looked at or marked before.
  private func previous(to version: Int, _ number: Int) -> Int {
    for step in history.course[..<number].reversed() {
      switch step {
      case .use(let used, _) where used != version: return used
      case .mark(let marked, byData: true) where marked != version: return marked
      default: continue
      }
    }
    return version
  }

  private func story(_ old: Int, _ new: Int) -> DiffStory? {
    if let known = stories[[old, new]] { return known }
    let records = try? konf.records(
      ["diff", files[old], files[new], "--json"], home: "\(folder.path)/nobody")
    stories[[old, new]] = .some(records.map(DiffStory.init))
    return records.map(DiffStory.init)
  }

  /// Checks that konf shows the marks as they were made, without which nothing could be said.
  private func verifyMarks(_ reading: Reading) throws {
    let marks = history.plans[0].marks
    let placement = try Placement(marks, in: reading, of: things[0])
    for (mark, found) in zip(marks, placement.things)
    where found.map(\.key) != [mark.key] {
      throw Trouble("the mark \(mark.words) on \(mark.key) is on \(found.map(\.words))")
    }
    guard placement.mixed.isEmpty, placement.invented.isEmpty else {
      throw Trouble("konf shows marks that were not made")
    }
  }

  /// Returns what bears a mark if it is the only one that was ever made.
  private func probe(_ mark: Mark, upTo number: Int) throws -> [Thing] {
    let plans = history.plans.map { $0.keeping(only: mark) }
    if case .merge(let version) = history.course[number] {
      let (reading, _) = try mergedReading(version, plans, "probe-\(konf.runCount)")
      return try Placement([mark], in: reading, of: things[version]).things[0]
    }
    guard case .view(let version, let byData, _, _) = history.course[number] else { return [] }
    let run = folderRun("probe-\(konf.runCount)", plans)
    for step in history.course[..<number] { _ = try take(step, with: run) }
    let reading = try run.reading(version, byData: byData)
    return try Placement([mark], in: reading, of: things[version]).things[0]
  }

  // MARK: Two devices

  private func merge(_ version: Int, _ tally: inout Tally) throws {
    for (stage, plan) in history.plans.enumerated() { judge.add(plan, in: things[stage]) }
    judge.older = Dictionary(
      things[0].map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let (reading, answer) = try mergedReading(version, history.plans, "device")
    let view = Judge.View(
      mode: .merge, reading: reading,
      things: things[version], isRetitled: isRetitled(version), story: story(0, version),
      report: {
        var report = LossReport()
        report.add(answer, isWhole: false)
        return report
      },
      probe: { [self] in try probe($0, upTo: 0) })
    try judge.judge(view, isSide: false, &tally)
  }

  /// Rates the two versions in two data folders, and reads what konf makes of both.
  private func mergedReading(
    _ version: Int, _ plans: [MarkPlan], _ name: String
  ) throws -> (reading: Reading, answer: KonfProgram.Answer) {
    var logs: [String] = []
    for device in 0...1 {
      let run = folderRun("\(name)-\(device)", plans)
      try run.useFirst(device)
      try run.mark(device, byData: false)
      if device == 0, history.isFirstUpdated { _ = try run.use(1, isForced: false) }
      if history.isByRows {
        let rows = try konf.require(["ratings", "--jsonl"], home: run.home)
        logs.append(try folder.write(rows.out, to: "\(name)-\(device).jsonl"))
      } else {
        logs.append("\(run.home)/ratings.log")
      }
    }
    let query = ["ratings", "--merge"] + logs + ["--data", files[version], "--json"]
    let answer = konf(query, home: "\(folder.path)/nobody")
    return (Reading(figures: try answer.records(query)), answer)
  }
}
