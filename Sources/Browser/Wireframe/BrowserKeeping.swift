package import ECSKit
package import Schedule

package enum BrowserMark: Equatable, Sendable {
  /// A star, or nil to remove it.
  case star(Star?)
  /// A rating from 1 to 5, or nil to remove it.
  case rating(Int?)
  /// A note, or nil to remove it.
  case note(String?)
  /// True to hide the talk in lists, or false to show it again.
  case hidden(Bool)
}

package enum Attempt<Value> {
  case done(Value)
  case failed(String)
}

/// The changes that another program has made since the browser last read the schedule.
package struct BrowserNews: Equatable, Sendable {
  /// The identifiers of the changed talks that the schedule still contains.
  package var talks: Set<String>
  /// The number of talks that are no longer in the schedule.
  package var cancelled: Int
  /// The number of changed or cancelled talks that the user has starred.
  package var mine: Int

  package init(talks: Set<String>, cancelled: Int = 0, mine: Int) {
    self.talks = talks
    self.cancelled = cancelled
    self.mine = mine
  }

  var words: String {
    let count = talks.count + cancelled
    let lost = cancelled > 0 ? ", \(cancelled) cancelled" : ""
    let own = mine > 0 ? ", \(mine) starred" : ""
    return "\(count) \(count == 1 ? "talk" : "talks") changed\(lost)\(own); press c to see"
  }
}

/// The functions that store and read the data of a browser, provided by the command.
///
/// When a function returns, its changes are on the disk and in the entities of the schedule.
package struct BrowserKeeping {
  package var keep: (BrowserMark, [Entity], Instant) -> Attempt<Void>
  /// Undoes the last change and returns its description, or nil if no change can be undone.
  package var undo: (Instant) -> Attempt<String?>
  /// Redoes the last undone change and returns its description, or nil if no change can be redone.
  package var redo: (Instant) -> Attempt<String?>
  /// Undoes all changes since the start of the visit, and returns false if nothing was changed.
  package var undoVisit: (Instant) -> Attempt<Bool>
  /// Updates the marks in the schedule with the changes that other programs have stored.
  ///
  /// Returns all changes of other programs since the schedule was last read, or nil if they changed
  /// nothing. A newer version of the schedule is read by `reload`.
  package var news: () -> BrowserNews?
  package var reload: (Instant) -> Attempt<ConferenceSchedule>
  package var command: (ListQuery) -> String

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
