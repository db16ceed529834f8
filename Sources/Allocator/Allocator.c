#include "Allocator.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void allocator_give_back_large_blocks(void) {
#ifdef __GLIBC__
  // What glibc would begin with; said aloud, it stays.
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}
