import CommandLine
import ECSStore
import Marks
import Schedule

/// The details printed for `--verbose`.
extension Run {
  mutating func noteDetails() {
    guard presentation.showsDetails else { return }
    streams.detail("log: \(log.words)")
    let isAsked = invocation.isSet(CommonOption.at.definition)
    let reason: SafeText = isAsked ? "from --at" : "from the system clock"
    streams.detail("time: \(now.iso8601(in: zone)), \(reason)")
    if zone.isFloating {
      streams.detail("zone: unknown, times are as in the file")
    } else if isForeignZone {
      streams.detail(
        "zone: \(zone.name), from --tz; the zone of the venue is \(schedule.zone.name)")
    } else {
      streams.detail("zone: \(zone.name), the zone of the venue")
    }
  }
}

extension RunLog {
  /// The folder of the log, or nil if no data folder is set.
  var folder: String? { file?.folder }

  fileprivate var words: SafeText {
    guard let file else { return "none, no data folder is set" }
    guard let contents = contentsRead else { return "\(file.path), not read" }
    return "\(file.path), \(SafeText.counted(contents.entries.count, "line", "lines"))"
  }
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
