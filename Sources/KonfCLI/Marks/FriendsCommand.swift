import Basics
import CommandLine
import ECSKit
import Exchange
import Marks
import Schedule

enum FriendsCommand: MarkingCommand {
  static let name = "friends"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "save the stars of friends, to see where they go",
      operands: [
        OperandDefinition("ACTION", .optional),
        OperandDefinition("NAME", .optional),
        OperandDefinition("FILE", .optional, naming: .file, takesWords: true),
      ],
      discussion: [
        .paragraph(
          """
          konf friends add NAME FILE saves the stars of a friend. FILE is a file in any format \
          that konf star --from reads, a Giggity link, or - for standard input. If you add NAME \
          again, the new stars replace the old stars. Use konf friends set TARGET NAME... to \
          record which friends are going to a talk. Use konf friends forget NAME to remove a \
          friend. Without arguments, konf friends lists your friends.
          """),
        .paragraph(
          """
          Add --with NAME to konf agenda, konf now or konf talks to mark the listed talks that \
          this friend is going to. The stars of friends stay separate from your stars. They add \
          no talks to your agenda, and do not appear in ratings and exports.
          """),
      ],
      examples: [
        Example(
          "konf friends add ada ada.json",
          "add Ada's stars, a file that she saved with konf agenda --json"),
        Example("konf friends", "your friends, and how many stars you share"),
        Example("konf agenda --with ada", "your agenda, with a mark where Ada is going, too"),
        Example(
          "konf friends set graham ada bo", "record that only Ada and Bo are going to this talk"),
        Example("konf friends forget ada", "remove Ada"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { FriendRecord.fieldNames }

  private enum Action {
    case list
    case add(String, from: String)
    case set(String, to: [String])
    case forget(String)

    init(_ words: [String]) throws(Failure) {
      switch (words.first, words.count) {
      case (nil, _), ("list", 1): self = .list
      case ("add", 3):
        self = .add(try Self.name(words[1]), from: words[2])
      case ("set", 2...):
        self = .set(
          words[1], to: try words.dropFirst(2).map { (word) throws(Failure) in try Self.name(word) }
        )
      case ("forget", 2): self = .forget(words[1])
      default:
        throw Failure(
          .usage,
          """
          friends: unexpected \(words.joined(separator: " ").quoted()); use add NAME FILE, set \
          TARGET NAME..., forget NAME or no arguments
          """)
      }
    }

    private static func name(_ word: String) throws(Failure) -> String {
      if Companions.isName(word) { return word }
      throw Failure(
        .usage,
        """
        friends: \(word.quoted()) is not a valid name; use up to \(Companions.longestName) \
        characters with at least one letter or digit
        """)
    }
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    if case .add(_, "-") = try Action(invocation.operands),
      ScheduleSource(invocation, environment.variables) == .standardInput
    {
      throw Failure(.usage, "friends: standard input is already used for the schedule")
    }
    return RunInputs(markedBy: invocation, environment)
  }

  static func answer(_ run: inout Run) throws(Failure) {
    switch try Action(run.invocation.operands) {
    case .list: list(&run)
    case .add(let name, let word): try add(name, from: word, &run)
    case .set(let target, let names): try set(target, to: names, &run)
    case .forget(let name): try forget(try run.friend(name), &run)
    }
  }

  /// Returns the talks and sessions that friends starred, including those that were cancelled.
  private static func starred(_ run: Run) -> Set<Entity> {
    let cancelled = run.store.cancelledTalks.filter { $0.has(Companions.self) }
    return Set(run.talksOfFriends + cancelled)
  }

  private static func list(_ run: inout Run) {
    let talks = run.schedule.inOrder(starred(run))
    if run.isData {
      let schedule = run.schedule
      let records = talks.flatMap { talk in
        (talk[Companions.self]?.names ?? []).map { FriendRecord($0, talk, schedule) }
      }
      return run.streams.write(records)
    }
    let names = run.friends
    if names.isEmpty {
      run.streams.note(
        "no friends yet; add one with \(run.invocation.konf(.schedule, "friends add NAME FILE"))")
    }
    var page = Page(run)
    for name in names {
      let theirs = talks.filter { $0[Companions.self]?.names.contains(name) ?? false }
      let common = theirs.count { run.schedule.star(of: $0) != nil }
      page.add(
        "\(prose: name): \(SafeText.counted(theirs.count, "talk", "talks")), \(common) starred by you"
      )
    }
    run.streams.write(page.text)
  }

  private static func add(
    _ name: String, from word: String, _ run: inout Run
  ) throws(Failure) {
    let input = ChoiceInput(word)
    let choice = try input.read(run)
    if choice.stars.isEmpty { throw Failure(.notFound, "friends: no stars in \(input.name)") }
    let finder = TalkFinder(run)
    let found = choice.stars.map { finder.match(of: $0).slots }
    let talks = found.flatMap(\.self)
    let known = known(name, run)
    if talks.isEmpty {
      throw Failure(
        .notFound,
        "friends: no star in \(input.name) matches a talk of this schedule")
    }
    try keep(known, on: Set(talks), &run)
    let missing = found.count(where: \.isEmpty)
    if run.isData { return list(&run) }
    var page = Page(run)
    let rest: SafeText = missing == 0 ? "" : "; \(missing) match no talk, or more than one"
    page.add("\(prose: known): \(Set(talks).count) of \(choice.stars.count) stars saved\(rest)")
    run.streams.write(page.text)
  }

  /// Returns the known spelling of a friend's name, or the name itself if the friend is unknown.
  private static func known(_ name: String, _ run: Run) -> String {
    let friends = run.friends
    return friends.contains(name) ? name : friends.first { $0.folded == name.folded } ?? name
  }

  private static func set(
    _ target: String, to names: [String], _ run: inout Run
  ) throws(Failure) {
    let talk = try run.chosen(target)
    let companions = Companions(Set(names.map { known($0, run) }))
    try run.keep(companions, on: [talk])
    if run.isData { return list(&run) }
    var page = Page(run)
    let shown = companions?.names.joined(separator: ", ") ?? "no friends"
    page.add("\(prose: run.schedule.name(of: talk)): \(prose: shown)", hanging: 2)
    run.streams.write(page.text)
  }

  private static func forget(_ name: String, _ run: inout Run) throws(Failure) {
    try keep(name, on: [], &run)
    if run.isData { return list(&run) }
    var page = Page(run)
    page.add("\(prose: name) removed")
    run.streams.write(page.text)
  }

  /// Saves the talks that a friend has starred, as one undo step.
  ///
  /// The new talks replace the friend's earlier talks.
  private static func keep(
    _ name: String, on talks: Set<Entity>, _ run: inout Run
  ) throws(Failure) {
    var marks: [(values: [any MarkKind], entities: [Entity])] = []
    var lonely: [Entity] = []
    let all = run.schedule.inOrder(talks.union(starred(run)))
    for talk in all {
      let before = talk[Companions.self]?.names ?? []
      let others = before.filter { $0 != name }
      let after = talks.contains(talk) ? others + [name] : others
      if Set(after) == Set(before) { continue }
      if let companions = Companions(after) {
        marks.append(([companions], [talk]))
      } else {
        lonely.append(talk)
      }
    }
    if marks.isEmpty, lonely.isEmpty { return }
    try run.change(Companions.words.many) { store throws(Failure) in
      try store.set(marks, removing: [(Companions.self, lonely)])
    }
  }
}

struct FriendRecord: Record {
  let name: String
  let talk: Entity
  let schedule: ConferenceSchedule

  init(_ name: String, _ talk: Entity, _ schedule: ConferenceSchedule) {
    (self.name, self.talk, self.schedule) = (name, talk, schedule)
  }

  static let meaning: String? =
    "A talk or a session that a friend starred."
  static let fields: [Field<FriendRecord>] = [
    Field("friend", .text, "Your name for the friend.") { .string($0.name) },
    Field("id", .text) { .string($0.schedule.id(of: $0.talk)) },
    Field("title", .text) { .string($0.schedule.name(of: $0.talk)) },
    Field("mine", .boolean, "True if you starred the talk or session, too.") {
      .bool($0.schedule.star(of: $0.talk) != nil)
    },
  ]
}
