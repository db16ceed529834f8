import ECSKit

/// The numbers of talks within their session, unique in each session.
///
/// A talk's number is its `TalkIndex`. A talk without an index, or with the index of an earlier
/// talk, gets the smallest unused number. All talks that do not name a session are numbered
/// together.
///
/// The talks of a session are numbered at the first query for the session, and again at the first
/// query after a talk has changed. During a transaction, the previous numbers apply.
///
/// - Complexity: O(1) expected for each query, or O(*k* log *k*) for the first query about a
///   session with *k* talks.
final class TalkNumbering {
  private struct Numbers {
    var byTalk: [Entity: Int] = [:]
    var byNumber: [Int: Entity] = [:]
  }

  private let context: Context
  private let indices: ScheduleIndices
  private var bySession: [String: Numbers] = [:]
  // The collector is lazy, so that it is created only for a query. Every talk has at least one of
  // the three components. The matcher names all three components, so that changes to each of them
  // are delivered.
  private lazy var changes = Collector(
    context.group(.parts.any(PartOf.self, TalkIndex.self, Title.self)))
  private lazy var unplaced = context.group(.parts.none(PartOf.self))

  init(_ context: Context, _ indices: ScheduleIndices) {
    self.context = context
    self.indices = indices
  }

  func number(of talk: Entity, in session: String) -> Int? {
    numbers(of: session).byTalk[talk]
  }

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
    // Unknown sessions are not cached, because queries for them could fill the memory.
    if !found.byTalk.isEmpty { bySession[session] = found }
    return found
  }

  private static func numbers(of talks: [Entity]) -> Numbers {
    let talks = talks.sorted(by: TalkIndex.self)
    let indices = talks.map { $0[TalkIndex.self]?.number }
    // The indices are sorted, so one pass finds the unused numbers.
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
