import SourceText

/// What a user does with konf and one data folder.
final class DataFolderRun {
  let konf: KonfProgram
  /// The paths of the versions.
  let files: [String]
  let home: String
  /// Which marks are made.
  private let plans: [MarkPlan]
  private let versions: [Version]
  /// The name of the schedule that was remembered first.
  private(set) var firstName = ""
  /// What `konf use` answered last.
  private(set) var lastUse: KonfProgram.Answer?

  init(
    _ konf: KonfProgram, files: [String], home: String, versions: [Version], plans: [MarkPlan]
  ) {
    self.konf = konf
    self.files = files
    self.home = home
    self.versions = versions
    self.plans = plans
  }

  /// Has konf remember the first version.
  func useFirst(_ version: Int) throws {
    let record = try konf.records(["use", files[version], "--json"], home: home).first
    firstName = record?["name"]?.string ?? ""
  }

  /// Has konf remember a newer version, or an older one again.
  ///
  /// - Returns: Whether konf found by itself what it is a version of.
  func use(_ version: Int, isForced: Bool) throws -> Bool {
    let force = isForced ? ["--force"] : []
    let answer = konf(["use", files[version], "--width", "400"] + force, home: home)
    lastUse = answer
    if answer.status == 0, answer.text.split(separator: " ").first.map(String.init) == firstName {
      return true
    }
    // konf says how the name is given, and the user follows that.
    lastUse = try konf.require(
      ["use", files[version], "--name", firstName, "--width", "400"] + force, home: home)
    return false
  }

  /// Has konf remember another conference, under a name of its own if konf asks for one.
  func useOther(_ version: Int) throws {
    let answer = konf(["use", files[version]], home: home)
    if answer.status != 0 {
      try konf.require(["use", files[version], "--name", "another"], home: home)
    }
  }

  /// How many schedules konf remembers.
  func rememberedCount() throws -> Int { try konf.records(["use", "--json"], home: home).count }

  func chooseFirst() throws { try konf.require(["use", firstName], home: home) }

  /// Makes the marks of a version.
  func mark(_ version: Int, byData: Bool) throws {
    guard version < plans.count else { return }
    let ids = Dictionary(
      versions[version].things.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
    let data = byData ? ["--data", files[version]] : []
    for command in plans[version].commands(ids) {
      try konf.require(command + data + ["--quiet"], home: home)
    }
  }

  /// Reads what konf shows of a version.
  func reading(_ version: Int, byData: Bool) throws -> Reading {
    let data = byData ? ["--data", files[version]] : []
    var kinds = ["rating", "star", "note", "hidden"]
    if plans.contains(where: { !$0.appointments.isEmpty }) { kinds.append("appointment") }
    while true {
      let query = ["entities", "any"] + kinds + ["--json"] + data
      let answer = konf(query, home: home)
      // konf may not know the name of a kind that nothing has.
      if answer.status != 0, let kind = kinds.last(where: { answer.notes.contains("\"\($0)\"") }) {
        kinds.removeAll { $0 == kind }
        continue
      }
      return Reading(entities: try answer.records(query))
    }
  }

  /// Gathers what konf says about marks that are lost.
  func report(_ version: Int, byData: Bool) -> LossReport {
    var report = LossReport()
    if let lastUse, !byData { report.add(lastUse, isWhole: true) }
    let data = byData ? ["--data", files[version]] : []
    for command in ["agenda", "ratings", "log"] {
      report.add(konf([command, "--width", "400"] + data, home: home), isWhole: false)
    }
    return report
  }
}
