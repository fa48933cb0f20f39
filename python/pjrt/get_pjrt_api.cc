// The function that frameworks look up in a PJRT plugin. It is the only one that the plugin
// exports.
#include "core/pjrt/api.h"

extern "C" __attribute__((visibility("default"))) const PJRT_Api* GetPjrtApi() {
  return paddock::pjrt::Api();
}
