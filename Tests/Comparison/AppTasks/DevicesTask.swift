/// One change of the notes of a device.
enum Edit: Sendable {
  case add(Int, String)
  case set(Int, String)
  case remove(Int)
}

/// Notes on one of several devices that meet in a folder which another program carries.
///
/// About each note the last word counts. What was removed stays removed.
protocol DeviceApp: AnyObject {
  /// Opens the notes of a device.
  ///
  /// - Parameters:
  ///   - name: What the device is called.
  ///   - folder: Its own folder.
  ///   - shared: The folder where devices meet. Each writes files of its own.
  /// - Throws: An error of the system.
  init(name: String, folder: String, shared: String) throws

  /// Changes notes; the changes are on the medium then.
  func change(_ edits: [Edit]) throws

  /// Takes in what other devices wrote, and writes what this one knows.
  func sync() throws

  /// The notes in any order.
  var notes: [String] { get }
}

extension Run {
  /// Two devices change notes, and meet.
  func devices<App: DeviceApp>(_ type: App.Type) throws {
    var random = Random(7)
    let shared = makeFolder("shared")
    let phone = try App(name: "phone", folder: makeFolder("phone"), shared: shared)
    let laptop = try App(name: "laptop", folder: makeFolder("laptop"), shared: shared)
    try time("change-all") {
      try phone.change((0..<size).map { .add($0, "\($0) \(random.sentence())") })
    }
    try time("meet-first") {
      try phone.sync()
      try laptop.sync()
    }
    answer("first", laptop.notes.sorted())

    // The laptop changes more before the note that both change, so its word is the later one.
    try time("change-one") { try phone.change([.set(50, "50 by the phone")]) }
    try phone.change((60..<70).map { .set($0, "\($0) by the phone") })
    try phone.change((70..<75).map { .remove($0) } + [.add(size, "\(size) new on the phone")])
    try laptop.change((0..<49).map { .set($0, "\($0) by the laptop") })
    try laptop.change([.set(50, "50 by the laptop"), .set(74, "74 by the laptop"), .remove(80)])
    try laptop.change([.add(size + 1, "\(size + 1) new on the laptop")])
    try time("meet-changed") {
      try phone.sync()
      try laptop.sync()
      try phone.sync()
    }
    let (first, second) = (phone.notes.sorted(), laptop.notes.sorted())
    if first != second { Self.stop("the devices have met and differ") }
    answer("changed", first)
    try time("meet-nothing", operations: 2) {
      try laptop.sync()
      try phone.sync()
    }
    answer("nothing", phone.notes.sorted())
    printBytes("phone")
    printBytes("shared")
  }
}
