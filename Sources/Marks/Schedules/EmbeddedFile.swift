import KonfResources

package enum EmbeddedFile {
  package static var schedule: [UInt8] {
    bytes(konf_uikonf_2015_bytes(), count: konf_uikonf_2015_count)
  }

  /// The schema of all JSON output, without the definitions of the records.
  package static var schemaFrame: [UInt8] {
    bytes(konf_schema_frame_bytes(), count: konf_schema_frame_count)
  }

  private static func bytes(_ start: UnsafePointer<UInt8>?, count: UInt) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}
