import Basics

/// The file that stores the device id of a folder.
///
/// Two folders must never have the same id. Otherwise two entries could have the same device and
/// counter. The file therefore also contains its own inode number. If a folder is copied or
/// restored from a backup, the numbers differ, and the folder gets a new id. A lost or damaged file
/// also leads to a new id.
enum DeviceFile {
  private static let name = "device"
  private static let longest = 256
  /// The format of the file, independent of the format of log lines.
  private static let format = 1

  /// Returns the device id of a folder, and creates one if necessary.
  ///
  /// - Parameter folder: The locked folder.
  /// - Returns: The id. If it is new, it is already on disk.
  /// - Throws: `StoreError` with the system's error number.
  static func device(of folder: borrowing Folder) throws(StoreError) -> DeviceID {
    if let device = try known(in: folder) { return device }
    var generator = SystemRandomNumberGenerator()
    let device = DeviceID.random(using: &generator)
    try folder.replace(name) { status in line(device, status.st_ino) }
    return device
  }

  /// Returns the device id of a folder, or nil if the folder has no valid id.
  static func known(in folder: borrowing Folder) throws(StoreError) -> DeviceID? {
    do throws(StoreError) {
      guard let opened = try folder.open(existing: name, O_RDONLY, followsLinks: false) else {
        return nil
      }
      let number = try folder.status(of: opened.descriptor, name).st_ino
      let bytes = try folder.bytes(of: opened.descriptor, name, count: longest)
      let field = bytes.split(separator: LogLine.tab, omittingEmptySubsequences: false).dropFirst()
      guard let digits = field.first, let device = DeviceID(digits: digits),
        bytes == line(device, number)
      else { return nil }
      return device
    } catch {
      // Anything but a regular file is replaced, and links are never followed.
      if error.reason == .notAFile { return nil }
      throw error
    }
  }

  /// Returns the canonical bytes of the file: format, id, inode number, checksum.
  private static func line(_ device: DeviceID, _ number: some BinaryInteger) -> [UInt8] {
    var line = Array("\(format)\t\(device)\t\(number)\t".utf8)
    LogLine.appendChecksum(to: &line)
    line.append(LogLine.newline)
    return line
  }
}
