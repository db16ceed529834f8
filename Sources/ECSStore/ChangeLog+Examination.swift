import SystemBasics

extension ChangeLog {
  /// What there is of a log, for maintenance.
  package struct Examination: Sendable {
    /// What the log holds; nil if there is no file.
    package let contents: LogContents?
    /// The name the folder gave itself; nil if it has none yet.
    package let device: DeviceID?
    /// The log before it was last rewritten; nil if it never was.
    package let previous: LogContents?
    /// The names of the damaged logs that repairs put aside.
    package let evidence: [String]
    /// The files beside the log that cannot be read, or that are no regular files.
    package let obstacles: [StoreError]
    /// Whether a process died while it replaced a file; the next change cleans up.
    package let hasUnfinished: Bool
  }

  /// Looks at all files of the log, and changes none.
  ///
  /// - Returns: What was found; nil if there is no folder.
  /// - Throws: ``StoreError`` if the log or the name of the folder cannot be read.
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
