import Basics
import CommandLine
import Marks

/// `konf sync FOLDER`: syncs marks between devices through a folder, without a server.
///
/// The command reads no schedule, so it also syncs marks of schedules that are not saved on this
/// device.
enum SyncCommand: Command {
  static let name = "sync"

  static let deviceName = Option<String>(
    "name", "NAME", help: "name this device",
    accepting: "a name with a letter or a digit"
  ) { $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil }
  static let forget = Option<String>(
    "forget-device", "DEVICE",
    help: "forget the device with this name, or the device whose id begins with DEVICE")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "sync stars, notes and ratings with your other devices",
      operands: [OperandDefinition("FOLDER", .required, naming: .file)],
      options: [deviceName.definition, forget.definition],
      conflicts: OptionConflict.between(forget.definition, [deviceName.definition]),
      discussion: [
        .paragraph(
          """
          FOLDER is a folder that your devices share, for example through Syncthing, Nextcloud, \
          git or a USB stick. Each device writes one file to the folder and reads the files of the \
          other devices. The files contain ratings, stars, notes, hidden talks, friends and \
          appointments of all conferences. Run konf sync on each device, as often as you like. \
          konf makes no network calls.
          """),
        .paragraph(
          """
          konf prints the new marks. For each mark that another device removed or replaced, konf \
          sync and konf log print the command that restores it. konf undo reverts only changes \
          from this device. If you undo a new mark and another device added the same mark, the \
          mark of the other device stays.
          """),
        .paragraph(
          """
          For each mark, the last change wins. If a device receives a change and then changes the \
          same mark, this later change wins, even if the clocks disagree. If two devices changed a \
          mark without a sync in between, konf prints both values and says which value it kept.
          """),
        .paragraph(
          """
          Schedules are not synced. konf also saves marks for a schedule that is not on this \
          device, and shows them when you save the schedule with konf use.
          """),
        .paragraph(
          """
          konf skips unknown or incomplete files in FOLDER, reports them, and tries them again the \
          next time. It does not follow symbolic links. If you restore the data folder from a \
          backup, konf sync restores the later changes from FOLDER and says so. Anyone who can \
          write to FOLDER can change your marks.
          """),
      ],
      examples: [
        Example(
          "konf sync ~/Sync/konf --name phone", "the first time, with a name for this device"),
        Example("konf sync ~/Sync/konf", "every time after that"),
        Example(
          "konf sync ~/Sync/konf --forget-device tablet", "forget a device that you no longer use"),
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
          "use a folder that your devices share")
      }
      let record = try SyncRecord(
        of: invocation, as: invocation[deviceName], forgetting: invocation[forget], environment,
        streams.presentation)
      streams.isChangeKept = true
      for note in record.skippedNotes { streams.note(note) }
      if let note = record.lostNote { streams.note(note) }
      if let note = record.outdatedNote { streams.note(note) }
      if streams.presentation.data != nil {
        streams.write([record])
      } else {
        streams.write(record.lines(streams.presentation))
      }
      for note in try record.sharedIDNotes(invocation, environment) { streams.note(note) }
      if record.isUnnamed {
        streams.note("this device has no name yet; set one with --name NAME")
      }
      return streams.finished(.success)
    } catch {
      return streams.finished(error)
    }
  }
}
