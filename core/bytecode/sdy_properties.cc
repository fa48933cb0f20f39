#include "core/bytecode/sdy_properties.h"

namespace paddock {
namespace {

constexpr std::string_view kMesh[] = {"mesh", "sym_name"};
constexpr std::string_view kConstraint[] = {"sharding"};
constexpr std::string_view kManual[] = {"in_shardings", "manual_axes", "out_shardings"};

}  // namespace

std::span<const std::string_view> SdyProperties(std::string_view operation) {
  if (operation == "sdy.mesh") return kMesh;
  if (operation == "sdy.sharding_constraint") return kConstraint;
  if (operation == "sdy.manual_computation") return kManual;
  return {};
}

}  // namespace paddock
