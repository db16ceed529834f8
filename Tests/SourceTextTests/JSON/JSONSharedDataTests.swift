import SourceText
import TestSupport
import Testing

@Suite("Real JSON files")
struct JSONSharedDataTests {
  @Test(
    "are each read completely",
    .enabled("the shared sample files are not at hand") {
      Repository.sharedData("uikonf/uikonf-2015.json") != nil
    },
    arguments: [
      "frab-json/voc-34C3-everything.json", "frab-json/voc-example-hub-schedule2.json",
      "frab-json/voc-example-invalid-example.json", "frab-json/voc-example-pretalx-democon.json",
      "other/coscup-2022.json", "other/indico-voctosched.json",
      "schemas/voc-schedule-v1.schema.json", "schemas/voc-schedule-v2.schema.json",
      "sessionize/gab-linz-2020.json", "sessionize/qa-or-the-hwy.json", "uikonf/uikonf-2015.json",
      "versions/36c3-20191222-6eca8b8.json", "versions/36c3-20191227-67c1770.json",
      "versions/uikonf-v05-64afb0c.json", "versions/uikonf-v15-6f77822.json",
    ])
  func reads(path: String) throws {
    let bytes = try #require(Repository.sharedData(path).flatMap { Repository.bytes(of: $0) })
    let document = try SourceDocument(json: bytes)
    let tree = JSONTree(document.root)
    var generator = SplitMix64(seed: 1)
    let anew = try SourceDocument(json: tree.written(using: &generator))
    #expect(JSONTree(anew.root) == tree)
    if path == "uikonf/uikonf-2015.json" {
      #expect(document.root.elements.reduce(0) { count, _ in count + 1 } == 83)
      #expect(!document.mayRepeatKeys)
    }
  }
}
