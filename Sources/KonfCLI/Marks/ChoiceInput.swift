import Basics
import CommandLine
import Exchange
import Marks

/// A source of stars: a file, the standard input or a link.
struct ChoiceInput {
  /// The name of the source for messages.
  let name: SafeText
  private let word: String

  /// Creates a source from a path, `-` or a link.
  init(_ word: String) {
    self.word = word
    name = word == "-" ? "standard input" : GiggityLink.isLink(word) ? "the link" : "\(word)"
  }

  func read(_ run: Run) throws(Failure) -> Choice {
    let command: SafeText = "\(run.invocation.command.name)"
    if WebAddress.isAddress(word), !GiggityLink.isLink(word) {
      throw Failure(
        .usage, "\(command): konf makes no network calls; import the stars from this URL with:",
        "curl -sL \(word.shellQuoted) | \(run.invocation.konf(.schedule, "star --from -"))")
    }
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try content(run)
    } catch {
      throw Failure(.noInput, "\(command): \(name): \(error.reason)")
    }
    do throws(ExchangeError) {
      return try ChoiceReader.read(bytes)
    } catch {
      throw Failure(.badData, "\(command): \(name): \(error.description)")
    }
  }

  private func content(_ run: Run) throws(InputError) -> [UInt8] {
    if GiggityLink.isLink(word) { return Array(word.utf8) }
    if word == "-" { return try run.environment.readStandardInput() }
    return try FileReader(word, accepting: .all).readAll(limit: ChoiceReader.limit)
  }
}
