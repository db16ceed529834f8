import Basics

/// The address of a file's site, used to resolve the relative addresses in the file.
///
///     LinkBase("https://a.org/2026/")?.resolve("/media/1.pdf")  // "https://a.org/media/1.pdf"
///
/// - SeeAlso: RFC 3986, *Uniform Resource Identifier (URI): Generic Syntax*, section 5.2
struct LinkBase {
  /// The scheme with its colon.
  let scheme: String
  /// The scheme, two slashes and the host.
  private let site: String
  /// The directory of the base, with a slash at the beginning and at the end.
  private let directory: Substring

  /// Creates a base from a web address, or returns nil for any other string.
  init?(_ address: String) {
    guard let slashes = address.firstRange(of: "://"),
      ["http", "https"].contains(address[..<slashes.lowerBound].lowercased()),
      !address.hasByte(where: { $0 <= ASCII.space })
    else { return nil }
    scheme = "\(address[..<slashes.lowerBound].lowercased()):"
    let rest = address[slashes.upperBound...]
    let host = rest.prefix { !"/?#".contains($0) }
    if host.isEmpty { return nil }
    site = "\(scheme)//\(host)"
    let path = rest[host.endIndex...].prefix { !"?#".contains($0) }
    directory = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
  }

  /// The host in lowercase and without the port, or nil if the address contains a user name.
  var host: String? {
    let host = site.dropFirst(scheme.count + 2).prefix { $0 != ":" }
    return host.contains("@") ? nil : host.lowercased()
  }

  /// Resolves an address that begins with `/`, `./` or `../`, or returns nil for any other string.
  func resolve(_ text: String) -> String? {
    let bytes = text.utf8
    let isAbsolute = bytes.first == ASCII.slash
    guard isAbsolute || bytes.starts(with: "./".utf8) || bytes.starts(with: "../".utf8),
      !text.hasByte(where: { $0 <= ASCII.space })
    else { return nil }
    if bytes.starts(with: "//".utf8) { return scheme + text }
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let path = text[..<(end ?? text.endIndex)]
    let whole = isAbsolute ? path : directory + path
    // A segment of dots begins with a dot after a slash.
    let mayHaveDots = zip(whole.utf8, whole.utf8.dropFirst()).contains {
      $0 == ASCII.slash && $1 == ASCII.point
    }
    return site + (mayHaveDots ? Self.withoutDots(whole) : String(whole)) + text[path.endIndex...]
  }

  /// Resolves the segments "." and ".." in a path that begins with a slash.
  private static func withoutDots(_ path: Substring) -> String {
    var segments: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (number, segment) in all.enumerated() {
      let isDots = segment == "." || segment == ".."
      if segment == ".." { _ = segments.popLast() }
      if !isDots { segments.append(segment) }
      // A path that ends with a segment of dots is a directory, so it gets a slash at the end.
      if isDots, number == all.count - 1 { segments.append("") }
    }
    return "/" + segments.joined(separator: "/")
  }
}
