import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

extension Run {
  /// Explains why a combination of filters matches nothing.
  ///
  /// - Returns: The reason, such as `"Rust" has 16 talks, all on Sunday`, or nil if there is
  ///   nothing to explain, as with a single filter.
  func contradiction(_ rule: SelectionRule) -> SafeText? {
    var untimed = rule
    untimed.times = nil
    let demands = Self.demands(of: untimed)
    guard let first = demands.first else { return nil }
    let found = talks(untimed)
    if rule.times != nil, !found.isEmpty {
      let name = demands.dropFirst().reduce(first.subject) { "\($0) \($1.complement)" }
      return "\(name) has \(count(found))\(when(found))"
    }
    guard demands.count > 1 else { return nil }
    // Filters are added to the first one, one by one, until nothing matches.
    var joined = first.rule
    for next in demands.dropFirst() {
      let before = talks(joined)
      next.add(&joined)
      if !before.isEmpty, talks(joined).isEmpty {
        let none: SafeText = before.count == 1 ? "but not" : "none of them"
        return "\(first.subject) has \(count(before)), \(none) \(next.complement)"
      }
    }
    return nil
  }

  /// A filter with two phrases that describe it in a sentence.
  private struct Demand {
    /// The description of the filter as the subject of a sentence.
    let subject: SafeText
    /// The description of the filter after the subject of a sentence.
    let complement: SafeText
    let add: (inout SelectionRule) -> Void

    var rule: SelectionRule {
      var rule = SelectionRule()
      add(&rule)
      return rule
    }
  }

  private static func demands(of rule: SelectionRule) -> [Demand] {
    func names(_ names: [String]) -> SafeText {
      let shown = names.prefix(3).map { $0.quoted() }
      if names.count <= 3 { return "\(UsageError.listing(Array(shown), last: "or"))" }
      return "\(shown.joined(separator: ", ")) or \(names.count - 3) others"
    }
    var demands: [Demand] = []
    if let tracks = rule.tracks {
      demands.append(
        Demand(subject: names(tracks), complement: "in \(names(tracks))") { $0.tracks = tracks })
    }
    if let speakers = rule.speakers {
      demands.append(
        Demand(subject: names(speakers), complement: "by \(names(speakers))") {
          $0.speakers = speakers
        })
    }
    if let locations = rule.locations {
      demands.append(
        Demand(subject: names(locations), complement: "at \(names(locations))") {
          $0.locations = locations
        })
    }
    if let languages = rule.languages {
      demands.append(
        Demand(subject: "the language \(names(languages))", complement: "in \(names(languages))") {
          $0.languages = languages
        })
    }
    if rule.isStarred {
      demands.append(
        Demand(subject: "your agenda", complement: "on your agenda") { $0.isStarred = true })
    }
    if rule.isHidden {
      demands.append(
        Demand(
          subject:
            "your hidden list", complement: "hidden"
        ) { $0.isHidden = true })
    }
    return demands
  }

  private func talks(_ rule: SelectionRule) -> [Entity] {
    schedule.talksInOrder(in: schedule.selection(rule))
  }

  private func count(_ talks: [Entity]) -> SafeText {
    SafeText.counted(talks.count, "talk", "talks")
  }

  /// Returns a phrase with the days of talks, or with their times if all are on the same day.
  ///
  /// The phrase follows the number of talks in a sentence.
  private func when(_ talks: [Entity]) -> SafeText {
    let times = Times(self)
    let timings = talks.compactMap { schedule.session(of: $0)?[Timing.self] }
    let days = timings.compactMap(times.day(of:)).uniqued.sorted()
    let all: SafeText = talks.count == 1 ? "" : "all "
    guard let first = days.first, let last = days.last else { return "" }
    if first != last {
      return days.count == 2
        ? ", on \(first.words) and \(last.words)"
        : ", on \(days.count) days from \(first.words) to \(last.words)"
    }
    let starts = timings.compactMap(\.start)
    guard let earliest = starts.min(), let latest = starts.max() else {
      return ", \(all)on \(first.words)"
    }
    if earliest == latest {
      let date = zone.civil(at: earliest).date
      return ", \(all)on \(date.words) at \(times.clock(earliest))"
    }
    return ", \(all)on \(first.words), from \(times.clock(earliest)) to \(times.clock(latest))"
  }
}
