import Basics

extension ChangeLog {
  /// The condition of a log and its files, for maintenance.
  package struct Examination: Sendable {
    /// The contents of the log, or nil if the log does not exist.
    package let contents: LogContents?
    /// The device id stored in the folder, or nil if the folder has no id yet.
    package let device: DeviceID?
    /// The log as it was before the last rewrite, or nil if it was never rewritten.
    package let previous: LogContents?
    /// The names of the damaged logs that repairs have saved.
    package let evidence: [String]
    /// The errors for unreadable and irregular files next to the log.
    package let obstacles: [StoreError]
    /// True if a process was killed while it replaced a file.
    ///
    /// The next change removes the leftover file.
    package let hasUnfinished: Bool
  }

  /// Examines all files of the log without changing them.
  ///
  /// - Returns: The condition of the files, or nil if the folder does not exist.
  /// - Throws: ``StoreError`` if the log or the device id cannot be read.
  /// - Complexity: O(*n*) in the number of bytes of the files.
  package func examine() throws(StoreError) -> Examination? {
    guard let folder = try Folder(existing: folder) else { return nil }
    let hasLog = try folder.open(existing: name, O_RDONLY, followsLinks: true) != nil
    let evidence = try evidenceNames(in: folder)
    var obstacles: [StoreError] = []
    for name in evidence + [Folder.unfinishedName] {
      do throws(StoreError) {
        _ = try folder.open(existing: name, O_RDONLY, followsLinks: false)
      } catch {
        obstacles.append(error)
      }
    }
    var previous: LogContents?
    do throws(StoreError) {
      if let file = try folder.open(existing: previousName, O_RDONLY, followsLinks: false) {
        previous = try contents(of: file.descriptor, previousName, in: folder)
      }
    } catch {
      obstacles.append(error)
    }
    return Examination(
      contents: hasLog ? try read() : nil,
      device: try DeviceFile.known(in: folder),
      previous: previous,
      evidence: evidence, obstacles: obstacles,
      hasUnfinished: try folder.has(Folder.unfinishedName))
  }
}
