#pragma once

// What ships inside the program. Arrays do not import into Swift as pointers, hence the accessors.

extern const unsigned char konf_uikonf_2015[];
extern const unsigned long konf_uikonf_2015_count;
extern const unsigned char konf_schema[];
extern const unsigned long konf_schema_count;

static inline const unsigned char *konf_uikonf_2015_bytes(void) { return konf_uikonf_2015; }
static inline const unsigned char *konf_schema_bytes(void) { return konf_schema; }
