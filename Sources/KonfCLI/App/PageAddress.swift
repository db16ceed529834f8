import Basics
import ECSKit
import Marks
import Schedule

/// The parts of a web address that identify a page.
struct PageAddress {
  /// The host and the path, without the scheme, `www.`, fragment and trailing slashes.
  let page: String
  /// The host and the path, followed by the query if the address has one.
  let whole: String
  /// The last part of the path, without an extension such as `.html`.
  let slug: String

  /// Creates the parts of a web address, or returns nil for any other string.
  init?(_ text: String) {
    guard WebAddress.isAddress(text), let start = text.firstRange(of: "://")?.upperBound else {
      return nil
    }
    var rest = text[start...].prefix { $0 != "#" }
    if rest.lowercased().hasPrefix("www.") { rest = rest.dropFirst(4) }
    let parts = rest.split(separator: "?", maxSplits: 1)
    var path = parts.first ?? ""
    while path.last == "/" { path = path.dropLast() }
    page = path.lowercased()
    whole = parts.count > 1 ? "\(page)?\(parts[1])" : page
    let last = path.split(separator: "/").dropFirst().last ?? ""
    let ending = [".html", ".htm", ".php"].first { last.lowercased().hasSuffix($0) }
    slug = String(last.dropLast(ending?.count ?? 0))
  }
}

extension Run {
  /// Returns the talks and sessions that a web address identifies.
  ///
  /// An address matches if it is the page of a talk or session, or if its last part identifies the
  /// talk or session. The result is empty if the string is not a web address.
  func targets(atAddress text: String) -> [Entity] {
    guard let typed = PageAddress(text) else { return [] }
    let pages = pages
    for isFound in [
      { (page: PageAddress) in page.whole == typed.whole },
      { (page: PageAddress) in page.page == typed.page },
    ] {
      let found = pages.filter { $0.addresses.contains(where: isFound) }.map(\.entity)
      if !found.isEmpty { return found }
    }
    if typed.slug.isEmpty { return [] }
    let named = targets(typed.slug)
    return named.isEmpty ? targets(ofSlug: typed.slug) : named
  }

  /// Returns the talks and sessions whose page address ends with a slug.
  func targets(ofSlug slug: String) -> [Entity] {
    let slug = slug.lowercased()
    return pages.filter { $0.addresses.contains { $0.slug.lowercased() == slug } }.map(\.entity)
  }

  private var pages: [(entity: Entity, addresses: [PageAddress])] {
    (schedule.sessions.entities + schedule.talks.entities).uniqued.map { entity in
      (entity, (entity[WebLinks.self]?.links ?? []).compactMap { PageAddress($0.text) })
    }
  }
}

extension Entity {
  /// The first web address among the links of a talk or a person.
  ///
  /// It usually leads to a page about the talk or person.
  var page: String? { self[WebLinks.self]?.links.firstNonNil(\.webAddress) }
}
