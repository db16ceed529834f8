import SourceText
import TestSupport

/// A version of a real schedule, as konf reads it.
struct RealVersion {
  /// A talk, as `konf talks` has it.
  struct Talk: Equatable {
    let id: String
    let title: String
    let people: Set<String>
    let start: String
    let locations: [String]

    /// In how many of title, people, start, location and identifier it is the same as another.
    func agreement(with other: Talk) -> Int {
      let same = [
        title.lowercased() == other.title.lowercased(), people == other.people,
        start == other.start, locations == other.locations, id == other.id,
      ]
      return same.count { $0 }
    }

    /// Whether title and people are the same.
    func isAlike(_ other: Talk) -> Bool {
      title.lowercased() == other.title.lowercased() && people == other.people
    }
  }

  let path: String
  let talks: [Talk]
  let ids: Set<String>

  /// Reads a file.
  init(_ path: String, _ konf: KonfProgram, home: String) throws {
    self.path = path
    talks = try konf.records(["talks", "--json", "--data", path], home: home).map { record in
      func names(_ field: String) -> [String] {
        (record[field].map { Array($0.elements) } ?? []).map { $0["name"]?.string ?? "" }
      }
      return Talk(
        id: record["id"]?.string ?? "", title: record["title"]?.string ?? "",
        people: Set(names("speakers")), start: record["start"]?.string ?? "",
        locations: names("locations"))
    }
    ids = Set(talks.map(\.id))
  }

  /// The talks whose identifier the next version does not have, and those that are there several times.
  func talksToStar(_ next: RealVersion) -> [Talk] {
    talks.filter { talk in
      !next.ids.contains(talk.id) || talks.count { $0.isAlike(talk) } > 1
    }
  }

  /// The series of versions that the shared data has, each in the order of time; nil where it is not at
  /// hand.
  static var series: [[String]]? {
    let names = [
      [
        "36c3-20191213-f3f8b99", "36c3-20191222-6eca8b8", "36c3-20191227-67c1770",
        "36c3-20191228-6238a6c",
      ],
      ["camp2019-20190814-c29472a", "camp2019-20190819-9d74b1f", "camp2019-20190822-43dcfd9"],
      [
        "uikonf-v05-64afb0c", "uikonf-v08-7394af5", "uikonf-v09-10d1d2b", "uikonf-v14-0ee1b4f",
        "uikonf-v15-6f77822",
      ],
    ]
    let found = names.map { $0.compactMap { Repository.sharedData("versions/\($0).json") } }
    return found.contains { $0.count > 1 } ? found : nil
  }
}
