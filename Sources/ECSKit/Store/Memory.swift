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

/// Calls the function of the C library, whose name `Memory` has, too.
@unsafe private func giveBack(_ block: UnsafeMutableRawPointer) { unsafe free(block) }

/// The memory of buffers, taken from the C library and given back to it.
///
/// Swift can only allocate a larger block and have the contents moved. The C library enlarges a block
/// where it is, or maps its pages elsewhere, so a buffer that doubles needs no second block and copies
/// less.
@usableFromInline
enum Memory {
  /// The alignment of every block of the C library.
  private static let usualAlignment = 2 * MemoryLayout<Int>.size

  /// Allocates a block, which `free` gives back.
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

  /// Enlarges a block, or makes it smaller, and keeps its bytes.
  ///
  /// - Returns: The block; nil if it cannot keep its alignment that way, and then it is as it was.
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
