import SourceText
import TestSupport
import XMLAndICalendar

// Prints the tree of each file that is named, one line of JSON a file, or why it is refused.
for path in CommandLine.arguments.dropFirst() {
  guard let bytes = Repository.bytes(of: path) else {
    print("error: can not be read")
    continue
  }
  do throws(SourceError) {
    print(try SourceDocument(xml: bytes).root.json)
  } catch {
    print("error: \(error)")
  }
}
