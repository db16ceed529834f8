#include "KonfResources.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

const unsigned char konf_uikonf_2015[] = {
#embed "../data/uikonf-2015/schedule.json"
};
const unsigned long konf_uikonf_2015_count = sizeof konf_uikonf_2015;

const unsigned char konf_schema_frame[] = {
#embed "konf.schema.frame.json"
};
const unsigned long konf_schema_frame_count = sizeof konf_schema_frame;

void konf_give_back_large_blocks(void) {
#ifdef __GLIBC__
  // glibc begins with this threshold; setting it explicitly turns off the dynamic one.
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}
