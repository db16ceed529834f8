import ECSKit

/// The numbers of talks among those of their session, which no other talk there has.
///
/// The number is the talk's index. A talk without one, or with one that an earlier talk of the session
/// has, gets the smallest number that no other has. Talks that name no session are numbered together.
///
/// An index over two components: a session is numbered at its first question, and again after a
/// change of any talk was delivered. Within a transaction it answers as before it.
///
/// - Complexity: Each answer is O(1) expected, and O(*k* log *k*) the first time, where *k* is the
///   number of talks of the session.
final class TalkNumbering {
  private struct Numbers {
    var byTalk: [Entity: Int] = [:]
    var byNumber: [Int: Entity] = [:]
  }

  private let context: Context
  private let indices: ScheduleIndices
  private var bySession: [String: Numbers] = [:]
  // It is lazy, so programs without such a question do not pay for it. Every talk has one of the
  // three components; the rule names them so that their changes are delivered.
  private lazy var changes = Collector(
    context.group(.parts.any(PartOf.self, TalkIndex.self, Title.self)))
  private lazy var unplaced = context.group(.parts.none(PartOf.self))

  init(_ context: Context, _ indices: ScheduleIndices) {
    self.context = context
    self.indices = indices
  }

  /// The number of a talk that is part of a session; nil if it is none.
  func number(of talk: Entity, in session: String) -> Int? {
    numbers(of: session).byTalk[talk]
  }

  /// The talk of a session that has a number.
  func talk(_ number: Int, in session: String) -> Entity? {
    numbers(of: session).byNumber[number]
  }

  private func numbers(of session: String) -> Numbers {
    if !changes.isEmpty {
      _ = changes.drain()
      bySession = [:]
    }
    if let known = bySession[session] { return known }
    let unnamed = session.isEmpty ? unplaced.entities : []
    let found = Self.numbers(of: indices.talksBySession[session] + unnamed)
    // Questions about sessions that do not exist must not fill the memory.
    if !found.byTalk.isEmpty { bySession[session] = found }
    return found
  }

  private static func numbers(of talks: [Entity]) -> Numbers {
    let talks = talks.sorted(by: TalkIndex.self)
    let indices = talks.map { $0[TalkIndex.self]?.number }
    // In their order, so one pass finds the numbers that are free.
    var claimed = indices.compactMap(\.self)[...]
    var free = 1
    var last: Int?
    var numbers = Numbers()
    for (talk, index) in zip(talks, indices) {
      let number: Int
      if let index, index != last {
        number = index
        last = index
      } else {
        while let next = claimed.first, next <= free {
          if next == free { free += 1 }
          claimed.removeFirst()
        }
        number = free
        free += 1
      }
      numbers.byTalk[talk] = number
      numbers.byNumber[number] = talk
    }
    return numbers
  }
}
