package enum ICalendarExpectation: String {
  case start = "\"BEGIN:VCALENDAR\""

  /// The name of a property, or of a component after `BEGIN`.
  case name = "a name of letters, digits and hyphens"
  case colonOrParameter = "\":\" or \";\" after the name of a property"
  case parameter = "the name of a parameter and \"=\""
  case closingQuote = "the closing quote of the parameter"
  case colonOrNextParameter = "\":\", \";\" or \",\" after the parameter"
  case openComponent = "the end of an open component"
  case enclosingCalendar = "components only between \"BEGIN:VCALENDAR\" and \"END:VCALENDAR\""
}
