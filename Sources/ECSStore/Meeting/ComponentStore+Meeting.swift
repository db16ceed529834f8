public import ECSDetached
import ECSKit

/// Stores of several devices that meet in a folder.
extension ComponentStore {
  /// Meets the stores of other devices in a folder: takes in what they know, and writes what this one knows.
  ///
  /// Any program may carry the folder: one that syncs, a version control system, a stick. Each device writes one
  /// file of its own into it and reads all. Devices that have read the same files have the same values,
  /// whatever the order in which they read them: about each value the last word counts, by a counter that
  /// is greater than all that its device had seen, then by device; clocks decide nothing. What is
  /// unsaved stays unsaved and does not travel.
  ///
  ///     try store.save()
  ///     let meeting = try store.meet(in: "/home/me/Sync/board", as: "phone", .mine)
  ///     meeting.devices.map(\.name)  // ["phone", "laptop"]
  ///     for difference in meeting.differences {
  ///       print(difference.device, difference.mine as? Title, difference.theirs as? Title)
  ///     }
  ///
  /// A file that is foreign, incomplete or malicious is skipped and listed. Undo and redo remain those of the
  /// own device.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, which must exist; it is not the folder of the store.
  ///   - name: What the device is called from now on; nil for what it is called, at first the first digits
  ///     of its id.
  ///   - policy: What to do about values that are unsaved here and were changed elsewhere.
  /// - Returns: What came of it.
  /// - Throws: ``StoreError`` if the folder or the file cannot be read or written, or as for a refresh. What
  ///   was taken in before stays; the next meeting continues.
  /// - Complexity: O(*n*) expected in the number of bytes of the file and of those in the folder.
  public func meet(
    in folder: String, as name: String? = nil, _ policy: SyncPolicy
  ) throws(StoreError) -> Meeting {
    try requireFollowing()
    guard let log, context.isIdle else {
      return Meeting(
        devices: [], skipped: [], takenCount: 0, writtenCount: 0, differences: [], conflicts: [])
    }
    var whole = LogReading()
    let met = try log.meet(in: folder, as: name, at: clock(), after: &whole)
    return Meeting(
      devices: met.devices, skipped: met.skipped, takenCount: met.taken.count,
      writtenCount: met.written.count, differences: met.differences.map(difference),
      conflicts: try refresh(policy, from: whole))
  }

  private func difference(_ found: LogMeeting.Difference) -> Meeting.Difference {
    // If one of the two destroyed the entity, the value is the one of the other.
    let isDestroyed = found.mine.change.kind != found.theirs.change.kind
    let word = isDestroyed && found.isMineKept ? found.theirs : found.mine
    let type = components[word.change.kind]
    return Meeting.Difference(
      entity: DurableID(word.change.target), component: word.change.kind,
      mine: found.mine.change.kind == word.change.kind ? type?.init(found.mine) : nil,
      theirs: found.theirs.change.kind == word.change.kind ? type?.init(found.theirs) : nil,
      device: found.device, isMineKept: found.isMineKept)
  }

  /// The devices that have met this one and were not forgotten, this one first, then by name.
  ///
  /// - Returns: The devices, with when they last took part in a meeting as far as is known here.
  /// - Throws: ``StoreError`` if the file cannot be read.
  /// - Complexity: O(*n*) expected in the number of bytes of the file.
  public func devices() throws(StoreError) -> [Meeting.Device] { try log?.devices() ?? [] }

  /// Forgets a device: it is not listed any more, and its file is removed from the folder.
  ///
  /// What it said stays. If it comes back, it is merged and listed again.
  ///
  /// - Parameters:
  ///   - device: The device, as a meeting lists it.
  ///   - folder: The path of the folder where the devices meet.
  /// - Returns: Whether it was known and is another one than this.
  /// - Throws: ``StoreError`` as for ``meet(in:as:_:)``.
  /// - Complexity: As for ``meet(in:as:_:)``.
  @discardableResult
  public func forget(_ device: Meeting.Device, in folder: String) throws(StoreError) -> Bool {
    try requireFollowing()
    guard let log, context.isIdle else { return false }
    let meeting = try log.forget(device.id, in: folder, at: clock())
    try refresh(.mine)
    return meeting != nil
  }
}
