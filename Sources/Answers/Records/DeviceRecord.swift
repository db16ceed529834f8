import CommandLine
import ECSStore
import Schedule

/// A device that takes part in `konf sync`.
struct DeviceRecord: Record {
  let device: Meeting.Device

  static let fields: [Field<DeviceRecord>] = [
    Field("id") { .string($0.device.id) },
    Field("name") { .string($0.device.name) },
    Field("lastSeen") { .string(Instant(secondsSince1970: $0.device.lastSeen).iso8601(in: .utc)) },
    Field("own") { .bool($0.device.isOwn) },
  ]
}
