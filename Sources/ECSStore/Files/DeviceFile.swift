import SystemBasics

/// The file in which a folder keeps the name it gave itself.
///
/// The name must never be in use in two folders, or two changes would share a number. So the file
/// also holds the number the file system gave it: in a copy of the folder, or after a backup was
/// restored, that number is another one, and the folder gives itself a new name. So it does when
/// the file is lost or damaged.
enum DeviceFile {
  private static let name = "device"
  private static let longest = 256
  /// The format of the file, which is not that of the lines of a log.
  private static let format = 1

  /// Returns the name of a folder, after giving it one if there is none.
  ///
  /// - Parameter folder: The folder, whose lock is held.
  /// - Returns: The name; when it is new, it is on the medium.
  /// - Throws: `StoreError` with the system's answer.
  static func device(of folder: borrowing Folder) throws(StoreError) -> DeviceID {
    if let device = try known(in: folder) { return device }
    var generator = SystemRandomNumberGenerator()
    let device = DeviceID.random(using: &generator)
    try folder.replace(name) { status in line(device, status.st_ino) }
    return device
  }

  /// Returns the name a folder has, or nil if it has none that counts.
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
      // Something else by that name is replaced, never followed.
      if error.reason == .notAFile { return nil }
      throw error
    }
  }

  /// Returns the one form of the file: format, name, number of the file, checksum.
  private static func line(_ device: DeviceID, _ number: some BinaryInteger) -> [UInt8] {
    var line = Array("\(format)\t\(device)\t\(number)\t".utf8)
    LogLine.appendChecksum(to: &line)
    line.append(LogLine.newline)
    return line
  }
}
