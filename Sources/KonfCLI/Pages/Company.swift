import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

extension FilterOption {
  static let with = Option<String>(
    "with", "NAME", help: "highlight the talks that this friend starred; see konf help friends",
    form: .repeatable)
}

extension Run {
  /// The talks and sessions in the schedule that friends starred.
  var talksOfFriends: [Entity] { schedule.context.group(.all(Companions.self)).entities }

  /// The names of the friends who starred a talk, even if it is no longer in the schedule.
  var friends: [String] {
    let present = talksOfFriends.compactMap { $0[Companions.self] }
    let gone = store.orphans(Companions.self).map(\.component)
    return Set((present + gone).flatMap(\.names)).sorted { ($0.folded, $0) < ($1.folded, $1) }
  }

  /// Returns the name of the friend that a string denotes.
  ///
  /// The string must be the name of a friend, or a part of only one friend's name.
  func friend(_ word: String) throws(Failure) -> String {
    let friends = friends
    if let name = friends.first(where: { $0.folded == word.folded }) { return name }
    let partly = friends.filter { $0.folded.contains(word.folded) }
    if partly.count == 1 { return partly[0] }
    let known = friends.prefix(8).map { $0.quoted() }.joined(separator: ", ")
    throw Failure(
      .notFound, "\(invocation.command.name): no friend matches \(word.quoted())",
      friends.isEmpty
        ? "add a friend with \(invocation.konf(.schedule, "friends add NAME FILE"))"
        : "your friends: \(known)"
    )
  }

  /// The friends named by `--with`.
  var company: [String] {
    get throws(Failure) {
      var names: [String] = []
      for word in invocation.all(FilterOption.with) { names.append(try friend(word)) }
      return names
    }
  }
}

extension Run {
  /// Returns the best plan for the selected part of the schedule.
  ///
  /// `pause` is the free time before and after each talk.
  func plan(with friends: [String] = [], pause: Duration = .zero) -> DayPlan {
    let stars = talksOfFriends
    return DayPlan(
      of: schedule, in: selection, zone: zone, now: now,
      friends: friends.map { name in
        (name, stars.filter { $0[Companions.self]?.names.contains(name) ?? false })
      }, pause: pause)
  }
}

extension Page {
  /// Returns a tag that names the friends in `company` who have starred a talk or a session.
  ///
  /// If a friend has starred a whole session, the tag of each of its talks names the friend.
  func also(_ subject: Entity) -> Line {
    if company.isEmpty { return Line() }
    var going = Set(subject[Companions.self]?.names ?? [])
    if let session = schedule.session(of: subject) {
      going.formUnion(session[Companions.self]?.names ?? [])
    }
    let names = company.filter(going.contains)
    if names.isEmpty { return Line() }
    return " \("\(dot) also \(prose: names.joined(separator: ", "))", .note)"
  }
}
