import FoundationEssentials

/// A note with its last word; nil if that removed it.
private struct Note: Codable {
  let number: Int
  let text: String?
  let counter: Int
  let device: String

  func isLater(than other: Note?) -> Bool {
    guard let other else { return true }
    if (text == nil) != (other.text == nil) { return text == nil }
    return (counter, device) > (other.counter, other.device)
  }
}

final class Device: DeviceApp {
  private var all: [Int: Note] = [:]
  private var counter = 0
  private let name: String
  private let file: URL
  private let shared: String

  init(name: String, folder: String, shared: String) throws {
    self.name = name
    self.shared = shared
    file = URL(filePath: "\(folder)/notes.json")
    if FileManager.default.fileExists(atPath: file.path) { try take(from: file) }
  }

  func change(_ edits: [Edit]) throws {
    for edit in edits {
      switch edit {
      case .add(let number, let text), .set(let number, let text): set(number, text)
      case .remove(let number): set(number, nil)
      }
    }
    try save(to: file)
  }

  private func set(_ number: Int, _ text: String?) {
    counter += 1
    all[number] = Note(number: number, text: text, counter: counter, device: name)
  }

  private func save(to file: URL) throws {
    try JSONEncoder().encode(Array(all.values)).write(to: file, options: .atomic)
  }

  /// Takes in the later words of a file.
  private func take(from file: URL) throws {
    for note in try JSONDecoder().decode([Note].self, from: Data(contentsOf: file)) {
      counter = max(counter, note.counter)
      if note.isLater(than: all[note.number]) { all[note.number] = note }
    }
  }

  func sync() throws {
    let own = "\(name).json"
    for other in try FileManager.default.contentsOfDirectory(atPath: shared) where other != own {
      try take(from: URL(filePath: "\(shared)/\(other)"))
    }
    try save(to: file)
    try save(to: URL(filePath: "\(shared)/\(own)"))
  }

  var notes: [String] { all.values.compactMap(\.text) }
}
