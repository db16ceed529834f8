import CommandLine
import ECSStore
import KonfCLI
import Marks
import Testing

@Suite("Exit statuses")
struct ExitStatusTests {
  @Test("each reason of the log has a status, distinct from the status of a missing input")
  func log() {
    let statuses: [(StoreError.Reason, KonfStatus)] = [
      (.unreadable(code: 5), .inputOutput), (.notAFile, .inputOutput),
      (.cannotCreate(code: 28), .cannotCreate), (.cannotWrite(code: 28), .inputOutput),
      (.fileTooLarge(limit: 9), .inputOutput), (.lineTooLong(limit: 9), .inputOutput),
      (.attachmentTooLarge(limit: 9), .inputOutput),
      (.newerFormat(found: 3, known: 2), .inputOutput), (.noCounterLeft, .inputOutput),
      (.damaged(lines: 1), .inputOutput), (.notStorable(component: "C", ""), .inputOutput),
      (.severalNames, .inputOutput), (.busy(.seconds(5)), .busy), (.replaced, .busy),
      (.permission(code: 13), .noPermission), (.foreignLink, .noPermission),
    ]
    for (reason, status) in statuses {
      #expect(KonfStatus(StoreError(path: "l", reason: reason)) == status, "\(reason)")
    }
  }

  @Test("a full log is refused with the command that repairs it")
  func fullLog() {
    let failure = Failure(
      StoreError(path: "l", reason: .fileTooLarge(limit: 9)), of: "star",
      Invocation(MarkingCommand.self))
    #expect(
      failure.messages.first?.string
        == "star: nothing was changed: l: the log is larger than 9 bytes; repair it, or move it "
        + "away to start a new log; repair it with konf doctor --repair")
  }
}

private enum MarkingCommand: Command {
  static let name = "star"
  static var definition: CommandDefinition { CommandDefinition(name, summary: "") }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    streams.finished(.success)
  }
}
