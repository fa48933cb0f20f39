#include "core/api/run/shared_inputs.h"

#include <algorithm>
#include <string_view>

#include "core/api/query/walk.h"
#include "core/ir/attribute_values.h"
#include "core/ir/module.h"
#include "core/plan/grid/sharding.h"

namespace paddock {
namespace {

// Returns whether the program is written for whole arguments, of which each process takes its tile.
bool TakesTiles(const Module& module) {
  bool is_found = false;
  ForEachOperation(*module.operation()->regions[0], [&](const Operation& operation, uint32_t) {
    is_found = is_found || operation.is(OpKind::kSdyMesh) ||
               TextOf(operation, "call_target_name") == "SPMDFullToShardShape";
    return !is_found;
  });
  return is_found;
}

// Returns the first number whose tile is that of `number`; 0 if all have the same.
int64_t FirstWithSameTile(const Sharding& sharding, int64_t number) {
  if (sharding.places.empty()) return 0;
  const std::vector<int64_t>& place = sharding.places[static_cast<size_t>(number)];
  return std::ranges::find(sharding.places, place) - sharding.places.begin();
}

}  // namespace

SharedInputs::SharedInputs(const Program& program, const FunctionInfo& entry, GridSize size)
    : program_(program), entry_(entry), size_(size) {
  takes_tiles_ = size.process_count() > 1 && TakesTiles(program.module());
}

const Attribute* SharedInputs::AttributesOf(size_t argument) const {
  const Operation* function = program_.module().FindSymbol(entry_.name);
  const Attribute* all = function == nullptr ? nullptr : function->Find("arg_attrs");
  return all != nullptr && argument < all->elements.size() ? all->elements[argument] : nullptr;
}

ProcessId SharedInputs::FirstWith(size_t leaf, ProcessId process) const {
  if (size_.process_count() <= 1) return process;
  const auto argument = std::ranges::find_if(entry_.arguments, [&](const ParameterInfo& info) {
    return leaf - info.first_leaf < info.leaf_count;
  });
  if (argument == entry_.arguments.end()) return process;
  const Attribute* attributes =
      AttributesOf(static_cast<size_t>(argument - entry_.arguments.begin()));
  const auto find = [&](const char* name) {
    return attributes == nullptr ? nullptr : attributes->Find(name);
  };
  if (takes_tiles_) {
    process = size_.partitions > 1 ? ProcessId{process.replica, 0} : size_.ProcessOf(0);
  } else if (const Attribute* text = find("mhlo.sharding")) {
    process = FirstWithTile(text->text, argument->shape.size(), process);
  }
  const Attribute* same = find("mhlo.is_same_data_across_replicas");
  if (same != nullptr && same->integer != 0) process.replica = 0;
  return process;
}

// A sharding of another size says nothing about this grid.
ProcessId SharedInputs::FirstWithTile(std::string_view text, size_t rank, ProcessId process) const {
  const auto sharding = ParseSharding(text, rank);
  if (!sharding) return process;
  const auto devices = static_cast<int64_t>(sharding->places.size());
  if (devices == 0 || devices == size_.partitions) {
    process.partition = FirstWithSameTile(*sharding, process.partition);
  } else if (devices == size_.process_count()) {
    process = size_.ProcessOf(FirstWithSameTile(*sharding, size_.Flatten(process)));
  }
  return process;
}

}  // namespace paddock
