#if canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(ucrt)
  import ucrt
#elseif canImport(Glibc)
  import Glibc
#else
  #error("no known C library")
#endif

/// Calls the C function `free`.
///
/// The name of the C function is shadowed by `Memory.free`.
@unsafe private func giveBack(_ block: UnsafeMutableRawPointer) { unsafe free(block) }

/// Functions that allocate, resize and free the memory of buffers through the C library.
///
/// Swift can only allocate a larger block and move the contents. The C library can enlarge a block
/// in place or remap its pages, so a buffer that doubles needs no second block and copies less.
@usableFromInline
enum Memory {
  /// The alignment that `malloc` guarantees for every block.
  private static let usualAlignment = 2 * MemoryLayout<Int>.size

  @unsafe @usableFromInline
  static func allocate(_ bytes: Int, alignment: Int) -> UnsafeMutableRawPointer {
    var block: UnsafeMutableRawPointer?
    if alignment <= usualAlignment {
      unsafe block = malloc(bytes)
    } else {
      _ = unsafe posix_memalign(&block, alignment, bytes)
    }
    guard let block = unsafe block else { fatalError("no memory for \(bytes) bytes") }
    return unsafe block
  }

  /// Enlarges or shrinks a block and preserves its bytes.
  ///
  /// - Returns: The resized block. The result is nil if `realloc` cannot preserve the alignment;
  ///   the original block is then unchanged.
  @unsafe @usableFromInline
  static func resize(
    _ block: UnsafeMutableRawPointer, to bytes: Int, alignment: Int
  ) -> UnsafeMutableRawPointer? {
    guard alignment <= usualAlignment else { return nil }
    guard let block = unsafe realloc(block, bytes) else {
      fatalError("no memory for \(bytes) bytes")
    }
    return unsafe block
  }

  @unsafe @usableFromInline
  static func free(_ block: UnsafeMutableRawPointer) {
    unsafe giveBack(block)
  }
}
