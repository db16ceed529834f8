import Basics

/// The result of syncing with other devices.
public struct Sync {
  /// A device that has synced.
  public struct Device: Hashable, Sendable {
    /// The random id of the device, as 32 hexadecimal digits.
    public let id: String
    /// The name of the device, or the first digits of its id if it has no name.
    public let name: String
    /// The time of the device's last sync in seconds since 1970 in UTC, according to the device's
    /// clock.
    public let lastSeen: Int64
    /// True for this device.
    public let isOwn: Bool
    /// True if the program on the device is too old to read this device's file.
    ///
    /// The device skips this device's file until its program is updated. The value is false if the
    /// file of that device was not read.
    public let isOutdated: Bool
  }

  /// A file in the folder that was not read.
  public struct SkippedFile: Hashable, Sendable {
    /// The reasons for skipping a file.
    public enum Reason: Error, Hashable, Sendable {
      /// The file is a link, a pipe or another special file.
      case notAFile
      /// The file was not written by a device.
      case foreign
      /// The file is truncated or damaged.
      case incomplete
      /// The file has entries in a newer format.
      case newerFormat(Int)
      /// The file contains a counter or a time that is out of range.
      case impossible
      /// The file is too large, or its entries would make the log too large.
      case tooLarge(limit: Int)
      /// The folder has more files than the limit, counted in the order of names.
      case tooMany(limit: Int)
      /// The system could not read the file, and returned this error number.
      case unreadable(code: Int32)
    }

    /// The name of the file, not escaped for a terminal.
    public let name: String
    /// The reason why the file was not read.
    public let reason: Reason
  }

  /// A value that two devices changed without knowing about each other's change.
  public struct Difference {
    /// The id of the entity.
    public let entity: DurableID
    /// The stored name of the component.
    public let component: String
    /// The value on this device, or nil if this device removed the value.
    public let mine: (any StoredComponent)?
    /// The value on the other device, or nil if that device removed the value.
    public let theirs: (any StoredComponent)?
    /// The name of the other device.
    public let device: String
    /// True if the value on this device wins.
    public let isMineKept: Bool
  }

  /// The known devices: this device, followed by the other devices sorted by name.
  ///
  /// Forgotten devices are omitted.
  public let devices: [Device]
  /// The skipped files, sorted by name.
  public let skipped: [SkippedFile]
  /// The number of values that were received from other devices.
  public let takenCount: Int
  /// The number of values that were added to this device's file.
  public let writtenCount: Int
  /// The number of values that this device had lost and that the sync restored.
  ///
  /// A device loses values if the file of its store is replaced with an earlier copy. A value that
  /// was saved again since then is retained.
  public let restoredCount: Int
  /// The values that this device and another device changed without knowing about each other's
  /// change.
  ///
  /// At least one of the two devices reports such a value when it first reads the change of the
  /// other device.
  public let differences: [Difference]
  /// The conflicts between unsaved values and changes made on other devices.
  public let conflicts: [ComponentStore.Conflict]
}

extension Sync.SkippedFile.Reason: CustomStringConvertible {
  /// The problem and the expected value, as part of a message.
  public var description: String {
    switch self {
    case .notAFile: "not a plain file"
    case .foreign: "not written by a device"
    case .incomplete: "incomplete or damaged; it will be read when it is complete"
    case .newerFormat(let format):
      """
      format \(format); expected at most \(LogLine.format); only a newer version of the program can \
      read it
      """
    case .impossible: "contains a counter or a time that is out of range"
    case .tooLarge(let limit): "too large; expected at most \(limit) bytes"
    case .tooMany(let limit): "too many files; expected at most \(limit)"
    case .unreadable(let code): "cannot be read: \(SystemError(code: code))"
    }
  }
}
