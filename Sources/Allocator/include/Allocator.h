#ifndef ALLOCATOR_H
#define ALLOCATOR_H

/// Makes large blocks of memory go back to the system as soon as they are freed.
///
/// glibc does so until the first one is freed; from then on it keeps blocks of that size, up to 32
/// MB, for requests to come. A list that grows frees one after the other, each too small for the
/// next, and all of them stay. Other allocators do not, and nothing is done there.
void allocator_give_back_large_blocks(void);

#endif
