#pragma once

// What konf needs from C: the files inside the program, and one setting of the C library's allocator.
// Arrays do not import into Swift as pointers, hence the accessors.

extern const unsigned char konf_uikonf_2015[];
extern const unsigned long konf_uikonf_2015_count;
extern const unsigned char konf_schema_frame[];
extern const unsigned long konf_schema_frame_count;

static inline const unsigned char *konf_uikonf_2015_bytes(void) { return konf_uikonf_2015; }
static inline const unsigned char *konf_schema_frame_bytes(void) { return konf_schema_frame; }

/// Makes large blocks of memory go back to the system as soon as they are freed.
///
/// glibc does so until the first one is freed; from then on it keeps blocks of that size, up to 32
/// MB, for later requests. A list that grows frees one after the other, each too small for the
/// next, and all of them stay allocated. Other allocators do not, and there nothing is done.
void konf_give_back_large_blocks(void);
