import Answers
import CommandLine
import Diary
import TextBasics

/// `konf sync FOLDER`: what is kept, on several devices, without a server.
///
/// It reads no schedule: what is kept of one that is not here waits.
enum SyncCommand: Command {
  static let name = "sync"

  /// What this device is called.
  static let deviceName = Option<String>(
    "name", "NAME", help: "call this device so from now on",
    accepting: "a name with a letter or a digit"
  ) { $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil }
  /// The device that is forgotten.
  static let forget = Option<String>(
    "forget-device", "DEVICE", help: "forget a device, by its name or the beginning of its id")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "bring stars, notes and ratings to your other devices",
      operands: [OperandDefinition("FOLDER", .required, naming: .file)],
      options: [deviceName.definition, forget.definition],
      conflicts: OptionConflict.between(forget.definition, [deviceName.definition]),
      discussion: [
        .paragraph(
          """
          FOLDER is one that another program carries between your devices, such as Syncthing, \
          Nextcloud, git or a stick. Each device writes one file of its own into it and reads those of \
          the others: ratings, stars, notes, hidden talks and appointments, of all conferences. Run \
          konf sync on each device, as often as you like. konf makes no network call.
          """),
        .paragraph(
          """
          konf prints what is new here, and each mark that another device removed or replaced, with \
          the command that brings it back. konf log prints that command, too. konf undo reverts changes \
          of this device only. If you undo a mark that you had not made before, the same mark of \
          another device stays.
          """),
        .paragraph(
          """
          The last change of each mark counts. A change that was made after seeing another is later, \
          whatever the clocks say. If two devices changed a mark without having seen each other, konf \
          prints both values and the one that was kept.
          """),
        .paragraph(
          """
          Schedules are not synced. Marks in a schedule that is not on this device wait until konf use \
          keeps it.
          """),
        .paragraph(
          """
          konf skips a file that no device wrote or that has not arrived whole, says so, and reads it \
          the next time. It follows no links. If this data folder is restored from a backup, konf takes \
          its later changes from FOLDER and says so. Everyone who can write to the folder can change your marks.
          """),
      ],
      examples: [
        Example(
          "konf sync ~/Sync/konf --name phone", "the first time, with a name for this device"),
        Example("konf sync ~/Sync/konf", "from then on"),
        Example(
          "konf sync ~/Sync/konf --forget-device tablet", "forget a device that does not come back"),
        Example("konf doctor", "list the devices, and when they were last seen"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { SyncRecord.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    do throws(Failure) {
      if let path = invocation.operands.first,
        try DataFolder.place(invocation, environment.variables)?.isSameFolder(as: path) ?? false
      {
        throw Failure(
          .usage, "sync: \(path.quoted()) is the data folder itself; nothing was written",
          "expected a folder that another program carries between your devices")
      }
      let record = try SyncRecord(
        of: invocation, as: invocation[deviceName], forgetting: invocation[forget], environment,
        streams.presentation)
      streams.isChangeKept = true
      for note in record.skippedNotes { streams.note(note) }
      if let note = record.lostNote { streams.note(note) }
      if streams.presentation.data != nil {
        streams.write([record])
      } else {
        streams.write(record.lines(streams.presentation))
      }
      for note in try record.sharedIDNotes(invocation, environment) { streams.note(note) }
      if record.isUnnamed {
        streams.note("this device has no name yet; --name NAME gives it one")
      }
      return streams.finished(.success)
    } catch {
      return streams.finished(error)
    }
  }
}
