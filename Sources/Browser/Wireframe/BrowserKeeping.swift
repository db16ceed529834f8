package import ECSKit
package import Schedule

/// What a user keeps about a talk or a session.
package enum BrowserMark: Equatable, Sendable {
  /// A star, or none.
  case star(Star?)
  /// Stars from 1 to 5, or none.
  case rating(Int?)
  /// A note, or none.
  case note(String?)
  /// Whether lists leave it out.
  case hidden(Bool)
}

/// The result of a change or a reading, or the reason for which there is none.
package enum Attempt<Value> {
  case done(Value)
  case failed(String)
}

/// What another program changed since the browser last read.
package struct BrowserNews: Equatable, Sendable {
  /// The identifiers of the talks that changed.
  package var talks: Set<String>
  /// How many of them are the user's own.
  package var mine: Int

  /// Creates the news.
  ///
  /// - Parameters:
  ///   - talks: The identifiers of the talks that changed.
  ///   - mine: How many of them are the user's own.
  package init(talks: Set<String>, mine: Int) {
    self.talks = talks
    self.mine = mine
  }

  /// The news as a message.
  var words: String {
    let own = mine > 0 ? ", \(mine) of yours" : ""
    return "\(talks.count) \(talks.count == 1 ? "talk" : "talks") changed\(own); c shows"
  }
}

/// The functions through which a browser keeps things, which the command hands over.
///
/// What they keep is on the disk when they return, and on the entities of the schedule.
package struct BrowserKeeping {
  /// Keeps a mark on talks and sessions at a moment.
  package var keep: (BrowserMark, [Entity], Instant) -> Attempt<Void>
  /// Undoes the last change, and returns what it was in words; nil if there is none.
  package var undo: (Instant) -> Attempt<String?>
  /// Redoes what was undone last, and returns what it was in words; nil if there is none.
  package var redo: (Instant) -> Attempt<String?>
  /// Restores everything as it was when the visit began, and returns whether anything was different.
  package var undoVisit: (Instant) -> Attempt<Bool>
  /// Returns what another program changed; nil if nothing.
  package var news: () -> BrowserNews?
  /// Reads everything again.
  package var reload: (Instant) -> Attempt<ConferenceSchedule>
  /// Returns the command that prints a list.
  package var command: (ListQuery) -> String

  /// Creates the functions.
  package init(
    keep: @escaping (BrowserMark, [Entity], Instant) -> Attempt<Void>,
    undo: @escaping (Instant) -> Attempt<String?>,
    redo: @escaping (Instant) -> Attempt<String?>,
    undoVisit: @escaping (Instant) -> Attempt<Bool>,
    news: @escaping () -> BrowserNews?,
    reload: @escaping (Instant) -> Attempt<ConferenceSchedule>,
    command: @escaping (ListQuery) -> String
  ) {
    self.keep = keep
    self.undo = undo
    self.redo = redo
    self.undoVisit = undoVisit
    self.news = news
    self.reload = reload
    self.command = command
  }
}
