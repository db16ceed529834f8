public import ECSDetached
import ECSKit

/// Functions that sync with other devices through a folder.
extension ComponentStore {
  /// Merges other devices' changes from a folder, and writes this device's changes into it.
  ///
  /// Any program may transfer the folder, for example a version control system. Each device writes
  /// one file and reads all files. Devices that have read the same files have the same values,
  /// regardless of their clocks and of the order of reading; see <doc:SyncingDevices>. Unsaved
  /// values remain unsaved and are not sent. Undo and redo apply only to the steps of this device.
  ///
  ///     try store.save()
  ///     let sync = try store.sync(in: "/home/me/Sync/board", as: "phone", .mine)
  ///     sync.devices.map(\.name)  // ["phone", "laptop"]
  ///     for difference in sync.differences {
  ///       print(difference.device, difference.mine as? Title, difference.theirs as? Title)
  ///     }
  ///
  /// Foreign, incomplete and malicious files are skipped and listed. Inside a transaction or an
  /// observer, the call has no effect, and the result is empty.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is not the folder of the store. It is created if it does
  ///     not exist.
  ///   - name: The new name of this device, or nil to leave it unchanged. The initial name consists
  ///     of the first digits of the device id.
  ///   - policy: The policy for conflicts between unsaved values and changes made on other devices.
  /// - Returns: The devices, the skipped files and the conflicts.
  /// - Throws: ``StoreError`` if the folder or the log cannot be read or written, or for the same
  ///   reasons as ``refresh(_:)``. Entries that were already merged remain in the log, and the next
  ///   sync continues.
  /// - Complexity: O(*n*) expected in the number of bytes of the log and of the files in the
  ///   folder.
  public func sync(
    in folder: String, as name: String? = nil, _ policy: SyncPolicy
  ) throws(StoreError) -> Sync {
    try requireFollowing()
    guard let log, context.isIdle else {
      return Sync(
        devices: [], skipped: [], takenCount: 0, writtenCount: 0, restoredCount: 0, differences: [],
        conflicts: [])
    }
    _ = try Folder(making: folder)
    var whole = LogReading()
    let met = try log.sync(in: folder, as: name, at: clock(), after: &whole)
    // The values of the differences may refer to entities that the refresh creates.
    let conflicts = try refresh(policy, from: whole)
    return Sync(
      devices: met.devices, skipped: met.skipped, takenCount: met.taken.count,
      writtenCount: met.written.count,
      restoredCount: met.lost.count { !LogKind.isOwn($0.change.kind) },
      differences: met.differences.filter { !$0.isOfPositions }.map(difference),
      conflicts: conflicts)
  }

  private func difference(_ found: LogSync.Difference) -> Sync.Difference {
    // If one device has destroyed the entity, only the other device has the value.
    let isDestroyed = found.mine.change.kind != found.theirs.change.kind
    let entry = isDestroyed && found.isMineKept ? found.theirs : found.mine
    let type = components[entry.change.kind]
    func value(_ found: LogEntry) -> (any StoredComponent)? {
      guard found.change.kind == entry.change.kind, let type else { return nil }
      return type is any StoredLinkList.Type
        ? links(of: [found], found.change.subject.list, type) : type.init(found)
    }
    return Sync.Difference(
      entity: DurableID(entry.change.target), component: entry.change.kind,
      mine: value(found.mine), theirs: value(found.theirs),
      device: found.device, isMineKept: found.isMineKept)
  }

  /// Returns the known devices: this device, followed by the other devices sorted by name.
  ///
  /// Forgotten devices are omitted.
  ///
  /// - Returns: The devices, each with the time of its last known sync.
  /// - Throws: ``StoreError`` if the log cannot be read.
  /// - Complexity: O(*n*) expected in the number of bytes of the log.
  public func devices() throws(StoreError) -> [Sync.Device] { try log?.devices() ?? [] }

  /// Removes a device from the list of devices, and its file from the folder.
  ///
  /// The values that the device has contributed remain. If the device syncs again, its file is
  /// merged and the device is listed again.
  ///
  /// - Parameters:
  ///   - device: A device from ``Sync/devices``.
  ///   - folder: The path of the folder through which the devices sync.
  /// - Returns: True if the device was known and is not this device. The result is false inside a
  ///   transaction or an observer, where the call has no effect.
  /// - Throws: ``StoreError`` as for ``sync(in:as:_:)``.
  /// - Complexity: As for ``sync(in:as:_:)``.
  @discardableResult
  public func forget(_ device: Sync.Device, in folder: String) throws(StoreError) -> Bool {
    try requireFollowing()
    guard let log, context.isIdle else { return false }
    let sync = try log.forget(device.id, in: folder, at: clock())
    try refresh(.mine)
    return sync != nil
  }
}

extension LogSync.Difference {
  /// True if both entries contain the same link at different positions.
  fileprivate var isOfPositions: Bool {
    guard mine.change.subject.isLink, mine.change.subject == theirs.change.subject,
      let link = StoredLinks.Link(mine.change.value)
    else { return false }
    return link.text == StoredLinks.Link(theirs.change.value)?.text
  }
}

// MARK: Old names

extension ComponentStore {
  /// The old name of ``sync(in:as:_:)``.
  ///
  /// - Throws: ``StoreError`` as for ``sync(in:as:_:)``.
  @available(*, deprecated, renamed: "sync(in:as:_:)")
  public func meet(
    in folder: String, as name: String? = nil, _ policy: SyncPolicy
  ) throws(StoreError) -> Sync { try sync(in: folder, as: name, policy) }
}

/// The old name of ``Sync``.
@available(*, deprecated, renamed: "Sync")
public typealias Meeting = Sync
