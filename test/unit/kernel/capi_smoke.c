/*===- capi_smoke.c - terrane.h compiles as C and does its work there ----------===*/

#include "runtime/capi/terrane.h"

int capiSmokeTest(const char *folder, float *value) {
  terrane_error error;
  terrane_bundle *bundle;
  terrane_world *world = NULL;
  terrane_context *context = NULL;
  int32_t generator, entry;
  terrane_status status = terrane_bundle_open(folder, &bundle, &error);
  if (status != TERRANE_OK)
    return status;
  generator = terrane_bundle_find(bundle, "test:first");
  entry = terrane_bundle_find_entry(bundle, generator, "noise");
  status = terrane_world_create(bundle, generator, 42, &world, &error);
  if (status == TERRANE_OK)
    status = terrane_context_create(world, 1, NULL, &context, &error);
  if (status == TERRANE_OK)
    status = terrane_evaluate_point(context, entry, 1, 2, 3, value, &error);
  terrane_bundle_close(bundle);
  terrane_world_destroy(world);
  terrane_context_destroy(context);
  return status;
}
