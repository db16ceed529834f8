import CommandLine

/// A kind of fact that schedule.xml or schedule.json cannot represent.
enum FrabLoss: CaseIterable {
  case start, end, second, zone, appointment, session, breakType, location, transparent, track, id
  case acronym, link, repeatedLink, person, organizer, handle, biography, photo, personLink,
    address, description

  var words: (one: SafeText, many: SafeText) {
    switch self {
    case .start: ("session without a start", "sessions without a start")
    case .end: ("missing end", "missing ends")
    case .second: ("length with seconds", "lengths with seconds")
    case .zone: ("unknown time zone", "unknown time zones")
    case .appointment: ("appointment", "appointments")
    case .session: ("session that contains talks", "sessions that contain talks")
    case .breakType: ("type of a break", "types of breaks")
    case .location: ("list of locations", "lists of locations")
    case .transparent: ("free/busy status", "free/busy statuses")
    case .track: ("list of tracks", "lists of tracks")
    case .id: ("identifier", "identifiers")
    case .acronym: ("acronym", "acronyms")
    case .link: ("link without an address", "links without an address")
    case .repeatedLink: ("link with a repeated address", "links with a repeated address")
    case .person: ("person without a talk", "people without a talk")
    case .organizer: ("organizer", "organizers")
    case .handle: ("Twitter handle", "Twitter handles")
    case .biography: ("biography", "biographies")
    case .photo: ("photo", "photos")
    case .personLink: ("link of a person", "links of people")
    case .address: ("address of a location", "addresses of locations")
    case .description: ("description of a location", "descriptions of locations")
    }
  }
}
