#include "KonfResources.h"

const unsigned char konf_uikonf_2015[] = {
#embed "../data/uikonf-2015/schedule.json"
};
const unsigned long konf_uikonf_2015_count = sizeof konf_uikonf_2015;

const unsigned char konf_schema[] = {
#embed "konf.schema.json"
};
const unsigned long konf_schema_count = sizeof konf_schema;
