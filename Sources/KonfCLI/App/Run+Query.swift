import Basics
import CommandLine
import ECSHistory
import ECSKit
import Marks
import Schedule

extension Run {
  /// The query in the operands of the command line, or nil if the command line has no operands.
  ///
  /// - Throws: `Failure` with the position of the error if the query is invalid.
  var query: Query? {
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

  /// Returns the failure for a query that is invalid or cannot be answered.
  ///
  /// If `hint` is nil, the failure refers to the help on queries.
  func failure(for error: QueryError, hint: SafeText? = nil) -> Failure {
    let found: SafeText = error.found.isEmpty ? "the end" : "\(error.found.quoted())"
    let message: SafeText =
      "\(invocation.command.name): at character \(error.position) of the query: found \(found); "
    let names = invocation.konf("entities")
    let hint = hint ?? "see konf help query for the language; list the names with \(names)"
    let status: ExitStatus = error.isAboutName ? .notFound : .usage
    if error.nearest.isEmpty {
      return Failure(status, "\(message)expected \(error.expected)", hint)
    }
    let nearest = UsageError.listing(error.nearest, last: "or")
    return Failure(status, "\(message)did you mean \(nearest)?", hint)
  }

  /// A function that returns a value in the form in which konf displays it, or nil for other types.
  ///
  /// Queries use the function to compare values of konf's types.
  var describing: (Any) -> QueryValue? {
    let fields = ComponentFields(zone: zone)
    return { value in fields.known(value).map { .text($0.words) } }
  }

  mutating func answer(count: Int, _ one: SafeText, _ many: SafeText) {
    if isData { return streams.write([CountRecord(count: count)]) }
    var page = Page(self)
    page.add("\(SafeText.counted(count, one, many), .strong)")
    streams.write(page.text)
  }
}

extension Invocation {
  var query: Query? { try? Query(operands.joined(separator: " ")) }
}

struct CountRecord: Record {
  let count: Int

  static let meaning: String? =
    "The number of results of a query with the word count."
  static let fields: [Field<CountRecord>] = [
    Field("count", .integer(from: 0)) { .integer($0.count) }
  ]
}
