#include "core/pjrt/plugin.h"

#include <cstdint>
#include <vector>

#include "core/bytecode/vhlo_table.h"
#include "core/pjrt/named_values.h"

namespace paddock::pjrt {

PJRT_Error* PluginInitialize(PJRT_Plugin_Initialize_Args*) { return nullptr; }

PJRT_Error* PluginAttributes(PJRT_Plugin_Attributes_Args* args) {
  static const NamedValues attributes = [] {
    const auto version = [](VhloVersion vhlo) {
      return std::vector<int64_t>{vhlo.number / 1000, vhlo.number % 1000, 0};
    };
    NamedValues made;
    made.Add("stablehlo_current_version", version(kNewestVhlo));
    made.Add("stablehlo_minimum_version", version(kOldestVhlo));
    return made;
  }();
  args->attributes = attributes.data();
  args->num_attributes = attributes.size();
  return nullptr;
}

}  // namespace paddock::pjrt
