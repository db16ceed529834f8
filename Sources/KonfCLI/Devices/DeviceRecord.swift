import CommandLine
import ECSStore
import Schedule

struct DeviceRecord: Record {
  let device: Sync.Device

  static let meaning: String? =
    "A device that takes part in konf sync."
  static let fields: [Field<DeviceRecord>] = [
    Field("id", .text) { .string($0.device.id) },
    Field("name", .text) { .string($0.device.name) },
    Field("lastSeen", .text, "The time of the device's last konf sync, according to its clock.") {
      .string(Instant(secondsSince1970: $0.device.lastSeen).iso8601(in: .utc))
    },
    Field("own", .boolean, "True for this device.") { .bool($0.device.isOwn) },
  ]
}
