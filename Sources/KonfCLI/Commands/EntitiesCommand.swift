import ECSKit
import Schedule
import TextBasics

/// `konf entities [MATCHER]`: the schedule as the entity-component-system sees it.
enum EntitiesCommand {
  static func run(_ run: inout Run) throws(Failure) {
    let words = run.invocation.operands.joined(separator: " ")
    guard !words.isEmpty else { return answerWithNumbers(&run) }
    let context = run.programme.context
    let matcher: Matcher
    do throws(MatcherExpression.Flaw) {
      matcher = try MatcherExpression(words).matcher(of: context)
    } catch {
      throw failure(for: error)
    }
    let entities = context.group(matcher).entities
    let fields = ComponentFields(zone: run.zone)
    if run.isJSON {
      run.streams.write(each: entities) { $0.record(fields) }
    } else {
      var page = Page(run)
      page.inspect(entities, matcher, fields)
      run.streams.write(page.text)
    }
  }

  private static func answerWithNumbers(_ run: inout Run) {
    let statistics = run.programme.context.statistics
    if run.isJSON {
      run.streams.write(.array(statistics.records))
    } else {
      var page = Page(run)
      page.inspect(statistics)
      run.streams.write(page.text)
    }
  }

  private static func failure(for flaw: MatcherExpression.Flaw) -> Failure {
    switch flaw {
    case .unknown(let name, let nearest, let known):
      let message: SafeText = "entities: no component is called \(name.quoted())"
      if nearest.isEmpty {
        return Failure(.notFound, message, "there are \(UsageError.listing(known, last: "and"))")
      }
      return Failure(
        .notFound, message, "did you mean \(UsageError.listing(nearest, last: "or"))?",
        "konf entities lists what there is")
    case .nothingBehind(let word):
      return Failure(
        .usage, "entities: nothing stands behind \(word); expected the name of a component")
    }
  }
}
