import SystemBasics

/// What came of a meeting with other devices.
public struct Meeting {
  /// A device that has taken part in a meeting.
  public struct Device: Hashable, Sendable {
    /// The random name that it gave itself, 32 hexadecimal digits.
    public let id: String
    /// What it is called; the first digits of its id if it never said.
    public let name: String
    /// When it last took part, by its own clock, in seconds since 1970 in UTC.
    public let lastSeen: Int64
    /// Whether it is this one.
    public let isOwn: Bool
  }

  /// A file of the folder that was not read.
  public struct SkippedFile: Hashable, Sendable {
    /// Why a file was skipped.
    public enum Reason: Error, Hashable, Sendable {
      /// It is a link, a pipe or another thing that is no plain file.
      case notAFile
      /// No device wrote it.
      case foreign
      /// Not all of it is there, or a part is damaged.
      case incomplete
      /// It has lines of a newer format than this program reads.
      case newerFormat(Int)
      /// It says what no device says, such as a counter that is never reached.
      case impossible
      /// It has too many bytes, or too much in it that is new.
      case tooLarge(limit: Int)
      /// There are too many files before it, by their names.
      case tooMany(limit: Int)
      /// The system does not give it, with its error number.
      case unreadable(code: Int32)
    }

    /// The name of the file in the folder; it is not made safe for a terminal.
    public let name: String
    /// Why it was skipped.
    public let reason: Reason
  }

  /// A value that this device and another one changed without having seen each other's change.
  public struct Difference {
    /// The entity.
    public let entity: DurableID
    /// What the value is stored as.
    public let component: String
    /// The value of this device; nil if it took it away.
    public let mine: (any StoredComponent)?
    /// The value of the other device; nil if it took it away.
    public let theirs: (any StoredComponent)?
    /// What the other device is called.
    public let device: String
    /// Whether the value of this device holds.
    public let isMineKept: Bool
  }

  /// All devices that are known and not forgotten, this one first, then by name.
  public let devices: [Device]
  /// The files that were skipped, by name.
  public let skipped: [SkippedFile]
  /// How many values were taken in from others.
  public let takenCount: Int
  /// How many values of this device were written for the others and were not in its file before.
  public let writtenCount: Int
  /// What this device and others changed without having seen each other.
  ///
  /// Each of the two devices, or one of them, finds it when it first reads of the other change.
  public let differences: [Difference]
  /// What is unsaved here and was changed by others, as a refresh finds it.
  public let conflicts: [ComponentStore.Conflict]
}

extension Meeting.SkippedFile.Reason: CustomStringConvertible {
  /// What was found and what was expected, as part of a message.
  public var description: String {
    switch self {
    case .notAFile: "not a plain file"
    case .foreign: "not written by a device"
    case .incomplete: "incomplete or damaged; to be read when it is complete"
    case .newerFormat(let format):
      "format \(format); expected at most \(LogLine.format); only a newer program can read it"
    case .impossible: "a counter or a time that is out of range"
    case .tooLarge(let limit): "too large; expected at most \(limit) bytes"
    case .tooMany(let limit): "too many files; expected at most \(limit)"
    case .unreadable(let code): "cannot be read: \(SystemError(code: code))"
    }
  }
}
