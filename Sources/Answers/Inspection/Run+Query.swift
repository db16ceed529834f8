package import CommandLine
package import ECSHistory
import ECSKit
import Schedule
import TextBasics

/// Questions in the query language.
extension Run {
  /// The query that the operands of a command line are; nil if there are none.
  ///
  /// - Throws: `Failure` with the position if it cannot be read.
  package var query: Query? {
    get throws(Failure) {
      if words.isEmpty { return nil }
      do throws(QueryError) {
        var query = try Query(words)
        query.refusesUnknownNames = true
        return query
      } catch {
        throw failure(for: error)
      }
    }
  }

  /// The failure for a query that cannot be read or answered.
  package func failure(for error: QueryError) -> Failure {
    let found: SafeText = error.found.isEmpty ? "the end" : "\(error.found.quoted())"
    let message: SafeText =
      "\(invocation.command.name): at character \(error.position) of the query: found \(found); "
    let hint: SafeText = "konf help query explains the language; konf entities lists the names"
    let status: ExitStatus = error.isAboutName ? .notFound : .usage
    if error.nearest.isEmpty {
      return Failure(status, "\(message)expected \(error.expected)", hint)
    }
    let nearest = UsageError.listing(error.nearest, last: "or")
    return Failure(status, "\(message)did you mean \(nearest)?", hint)
  }

  /// Returns the text that konf shows, with which a query compares values of konf's own types.
  package var describing: (Any) -> QueryValue? {
    let fields = ComponentFields(zone: zone)
    return { value in fields.known(value).map { .text($0.words) } }
  }

  /// Answers with a number.
  package mutating func answer(count: Int, _ one: SafeText, _ many: SafeText) {
    if isData { return streams.write([CountRecord(count: count)]) }
    var page = Page(self)
    page.add("\(SafeText.counted(count, one, many), .strong)")
    streams.write(page.text)
  }
}

extension Invocation {
  /// The query of the operands, if it can be read.
  package var query: Query? { try? Query(operands.joined(separator: " ")) }
}

/// How many results a query has.
package struct CountRecord: Record {
  package let count: Int

  package static let meaning: String? =
    "The number of results of a query with the word count."
  package static let fields: [Field<CountRecord>] = [
    Field("count", .integer(from: 0)) { .integer($0.count) }
  ]
}
