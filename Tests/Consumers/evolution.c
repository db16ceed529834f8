// Imports calendars into a calendar of Evolution's data server, one after the other, and prints its events.
#include <libecal/libecal.h>
#include <stdio.h>

static void check(GError *error) {
  if (error) {
    fprintf(stderr, "%s\n", error->message);
    exit(1);
  }
}

int main(int count, char **words) {
  GError *error = NULL;
  ESourceRegistry *registry = e_source_registry_new_sync(NULL, &error);
  check(error);
  ESource *source = e_source_new(NULL, NULL, &error);
  check(error);
  e_source_set_display_name(source, "konf");
  e_source_set_parent(source, "local-stub");
  ESourceBackend *backend = e_source_get_extension(source, E_SOURCE_EXTENSION_CALENDAR);
  e_source_backend_set_backend_name(backend, "local");
  e_source_registry_commit_source_sync(registry, source, NULL, &error);
  check(error);
  EClient *client = e_cal_client_connect_sync(source, E_CAL_CLIENT_SOURCE_TYPE_EVENTS, 10, NULL, &error);
  check(error);
  for (int place = 1; place < count; place++) {
    char *text = NULL;
    g_file_get_contents(words[place], &text, NULL, &error);
    check(error);
    ICalComponent *calendar = i_cal_component_new_from_string(text);
    i_cal_component_set_method(calendar, I_CAL_METHOD_PUBLISH);
    e_cal_client_receive_objects_sync(E_CAL_CLIENT(client), calendar, E_CAL_OPERATION_FLAG_NONE, NULL, &error);
    check(error);
  }
  GSList *events = NULL;
  e_cal_client_get_object_list_sync(E_CAL_CLIENT(client), "#t", &events, NULL, &error);
  check(error);
  puts("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:evolution\r");
  for (GSList *each = events; each; each = each->next)
    printf("%s", i_cal_component_as_ical_string(each->data));
  puts("END:VCALENDAR\r");
  return 0;
}
