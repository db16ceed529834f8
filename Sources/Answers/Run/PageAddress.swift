package import ECSKit
import Marks
import Schedule
import TextBasics

/// The address of a page of the web, as far as it says which page it is.
package struct PageAddress {
  /// Host and path without what differs from link to link: scheme, `www.`, a fragment, a slash at the end.
  package let page: String
  /// The same with the query, if there is one.
  package let whole: String
  /// The last part of the path, without an ending such as `.html`.
  package let slug: String

  /// Reads an address; nil for any other text.
  package init?(_ text: String) {
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
  /// Returns the talks and sessions whose page has an address, or that the end of the address names.
  ///
  /// - Parameter text: What was typed; anything but an address finds nothing.
  /// - Returns: All of them.
  package func targets(atAddress text: String) -> [Entity] {
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

  /// Returns the talks and sessions whose page has an address that ends so.
  ///
  /// - Parameter slug: What was typed.
  /// - Returns: All of them.
  package func targets(ofSlug slug: String) -> [Entity] {
    let slug = slug.lowercased()
    return pages.filter { $0.addresses.contains { $0.slug.lowercased() == slug } }.map(\.entity)
  }

  /// Talks and sessions with the addresses that the file has for them.
  private var pages: [(entity: Entity, addresses: [PageAddress])] {
    (schedule.sessions.entities + schedule.talks.entities).uniqued.map { entity in
      (entity, (entity[WebLinks.self]?.links ?? []).compactMap { PageAddress($0.text) })
    }
  }
}

extension Entity {
  /// The first address of the web that the file has for a talk or a person, which is that of its page
  /// where there is one.
  package var page: String? { self[WebLinks.self]?.links.firstNonNil(\.webAddress) }
}
