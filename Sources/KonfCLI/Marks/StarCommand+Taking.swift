import CommandLine
import ECSKit
import Exchange
import Schedule

extension StarCommand {
  /// Saves the stars in a file, the standard input or a link.
  ///
  /// - Throws: `Failure` if the stars cannot be read, or if no star matches a talk.
  static func answer(_ run: inout Run, from word: String) throws(Failure) {
    let input = ChoiceInput(word)
    let choice = try input.read(run)
    run.streams.detail("\(input.name): \(choice.format.rawValue)")
    for remark in choice.remarks.prefix(mostRemarks) {
      run.streams.note("\(input.name): \(remark)")
    }
    if choice.remarks.count > mostRemarks {
      run.streams.note("\(input.name): \(choice.remarks.count - mostRemarks) more like these")
    }
    if choice.isEmpty { throw Failure(.notFound, "star: no stars in \(input.name)") }
    let intake = ChoiceIntake(choice, isMaybe: run.invocation[maybe], run)
    let sentences = sentences(about: intake)
    guard intake.parts.contains(where: { [.new, .known].contains($0.outcome) }) else {
      var messages: [SafeText] = ["star: \(sentences.joined(separator: "; "))"]
      if let address = choice.address { messages.append("the link is for \(address)") }
      throw Failure(.notFound, messages)
    }
    try intake.keep(&run)
    if run.isData {
      let schedule = run.schedule
      run.streams.write(intake.parts) { TakenRecord(part: $0, schedule: schedule) }
      return
    }
    var page = Page(run)
    page.add("\(sentences.joined(separator: "; "))", hanging: 2)
    run.streams.write(page.text)
  }

  private static var mostRemarks: Int { 3 }
  private static var mostNames: Int { 10 }

  private static func sentences(about intake: ChoiceIntake) -> [SafeText] {
    var sentences: [SafeText] = []
    func parts(_ kind: ChoiceIntake.Kind) -> [ChoiceIntake.Part] {
      intake.parts.filter { $0.kind == kind }
    }
    func count(_ parts: [ChoiceIntake.Part], _ outcomes: ChoiceIntake.Outcome...) -> Int {
      parts.count { outcomes.contains($0.outcome) }
    }
    for (kind, word) in [(ChoiceIntake.Kind.star, "starred"), (.hidden, "hidden")] {
      let parts = parts(kind)
      if parts.isEmpty { continue }
      let before = count(parts, .known)
      let known: SafeText = before == 0 ? "" : ", \(before) of them already"
      sentences.append("\(count(parts, .new, .known)) of \(parts.count) \(word)\(known)")
    }
    let talks = intake.parts.filter { $0.kind != .appointment }
    let unknown = talks.filter { $0.outcome == .unknown }.map(\.name)
    if !unknown.isEmpty {
      let verb: SafeText = unknown.count == 1 ? "is" : "are"
      sentences.append("\(unknown.count) \(verb) not in this schedule: \(listed(unknown))")
    }
    let ambiguous = talks.filter { $0.outcome == .ambiguous }.map(\.name)
    if !ambiguous.isEmpty {
      let verb: SafeText = ambiguous.count == 1 ? "matches" : "match"
      sentences.append("\(ambiguous.count) \(verb) several talks: \(listed(ambiguous))")
    }
    let appointments = parts(.appointment)
    if !appointments.isEmpty {
      let before = count(appointments, .known)
      let known: SafeText =
        before == 0 ? "" : ", \(before) already on your agenda"
      let new = count(appointments, .new)
      sentences.append("\(SafeText.counted(new, "appointment", "appointments")) added\(known)")
    }
    let unreadable = appointments.filter { $0.outcome == .unreadable }.map(\.name)
    if !unreadable.isEmpty {
      let verb: SafeText = unreadable.count == 1 ? "has" : "have"
      sentences.append(
        "\(unreadable.count) \(verb) no readable time: \(listed(unreadable))")
    }
    return sentences
  }

  private static func listed(_ names: [String]) -> SafeText {
    let shown = names.prefix(mostNames).map { SafeText(String($0.prefix(100))) }
    let rest = names.count - shown.count
    return "\(shown.joined(separator: ", "))\(rest == 0 ? "" : " and \(rest) more")"
  }
}

extension Collection<SafeText> {
  /// Returns the elements joined by a separator.
  ///
  /// The elements and the separator are already safe.
  fileprivate func joined(separator: SafeText) -> SafeText {
    var text: SafeText = ""
    for (place, part) in enumerated() {
      if place > 0 { text.append(separator) }
      text.append(part)
    }
    return text
  }
}
