import ECSKit

private struct Title: Component, Equatable { var text: String }
private struct Speaker: Component, Equatable { var text: String }
private struct Room: Component, Equatable { var text: String }
private struct Track: Component, Equatable { var text: String }
private struct Country: Component, Equatable { var text: String }
private struct Company: Component, Equatable { var text: String }

extension Workload {
  /// A context built from nothing: entities of six strings each, five groups; in total.
  static let building = [
    Workload(
      "w8_first", sizes: [1_000],
      library: { size in
        let names = Contents.names(size)
        let context = Box(Context())
        let prepare = { context.value = Context() }
        return Trial(operations: 1, prepare: prepare) {
          let context = context.value
          let groups = [
            context.group(.all(Title.self)),
            context.group(.all(Title.self, Speaker.self)),
            context.group(.all(Room.self, Track.self)),
            context.group(.any(Country.self, Company.self)),
            context.group(.all(Speaker.self).none(Flag.self)),
          ]
          for name in names {
            context.createEntity(
              Title(text: name), Speaker(text: name), Room(text: name), Track(text: name),
              Country(text: name), Company(text: name))
          }
          return Double(groups.reduce(0) { $0 + $1.count })
        }
      },
      existential: { size in
        let names = Contents.names(size)
        let world = Box(ExistentialWorld())
        let prepare = { world.value = ExistentialWorld() }
        return Trial(operations: 1, prepare: prepare) {
          let world = world.value
          let groups = [
            world.group(all: [Title.self]),
            world.group(all: [Title.self, Speaker.self]),
            world.group(all: [Room.self, Track.self]),
            world.group(all: [Country.self]),
            world.group(all: [Speaker.self], none: [Flag.self]),
          ]
          for name in names {
            let entity = world.createEntity()
            entity.set(Title(text: name))
            entity.set(Speaker(text: name))
            entity.set(Room(text: name))
            entity.set(Track(text: name))
            entity.set(Country(text: name))
            entity.set(Company(text: name))
          }
          return Double(groups.reduce(0) { $0 + $1.members.count })
        }
      },
      arrays: { size in
        let names = Contents.names(size)
        let kept = Box((ArrayRecords(), [ArrayMembers]()))
        let prepare = { kept.value = (ArrayRecords(), []) }
        return Trial(operations: 1, prepare: prepare) {
          var records = ArrayRecords()
          var groups = (0..<5).map { _ in ArrayMembers(capacity: size) }
          for (number, name) in names.enumerated() {
            records.append(name)
            for group in groups.indices { groups[group].insert(number) }
          }
          kept.value = (records, groups)
          return Double(groups.reduce(0) { $0 + $1.dense.count })
        }
      })
  ]
}

private struct ArrayRecords {
  var titles: [Title] = []
  var speakers: [Speaker] = []
  var rooms: [Room] = []
  var tracks: [Track] = []
  var countries: [Country] = []
  var companies: [Company] = []

  mutating func append(_ name: String) {
    titles.append(Title(text: name))
    speakers.append(Speaker(text: name))
    rooms.append(Room(text: name))
    tracks.append(Track(text: name))
    countries.append(Country(text: name))
    companies.append(Company(text: name))
  }
}
