#include "core/c/run_options.h"

#include <string>
#include <vector>

#include "core/api/query/definition.h"
#include "core/c/custom_call_handle.h"
#include "core/c/program_handle.h"
#include "core/c/tensor_handle.h"
#include "core/ir/module.h"
#include "core/run/value_view.h"
#include "core/types/leaf_types.h"

namespace paddock::c {
namespace {

constexpr int32_t kMostThreads = 1024;

paddock_status CheckRunOptions(const paddock_run_options& given) {
  const bool has_default_grid = given.replicas == 0 && given.partitions == 0;
  return FirstOf({
      CheckRange(given.level == PADDOCK_LEVEL_FAST || given.level == PADDOCK_LEVEL_FAITHFUL),
      CheckRange(given.numerics == PADDOCK_NUMERICS_FAST ||
                 given.numerics == PADDOCK_NUMERICS_PORTABLE),
      CheckRange(given.grid_mode == PADDOCK_GRID_COOPERATIVE ||
                 given.grid_mode == PADDOCK_GRID_THREADS),
      CheckRange(has_default_grid || (given.replicas > 0 && given.partitions > 0)),
      CheckRange(given.threads >= 0 && given.threads <= kMostThreads),
      given.custom_calls == nullptr ? PADDOCK_OK : CheckHandle(given.custom_calls),
  });
}

void SetCallbacks(const paddock_run_options& given, SessionOptions& options) {
  void* user_data = given.user_data;
  if (given.on_print != nullptr) {
    options.on_print = [print = given.on_print, user_data](std::string_view text) {
      print(user_data, text.data(), text.size());
    };
  }
  if (given.on_probe != nullptr) {
    options.on_probe = [probe = given.on_probe, user_data](std::string_view id, int64_t iteration,
                                                           const Tensor& value) {
      const ViewedTensor viewed(value);
      const paddock_tensor_view view = viewed.view();
      probe(user_data, std::string(id).c_str(), iteration, &view);
    };
  }
  if (given.on_outfeed == nullptr) return;
  options.on_outfeed = [write = given.on_outfeed, user_data](const OutfeedEntry& entry) {
    std::vector<ViewedTensor> values;
    std::vector<paddock_tensor_view> views;
    for (const Tensor& value : entry.values) values.emplace_back(value);
    for (const ViewedTensor& value : values) views.push_back(value.view());
    const paddock_outfeed outfeed = {.struct_size = sizeof(paddock_outfeed),
                                     .replica = entry.process.replica,
                                     .partition = entry.process.partition,
                                     .channel = entry.channel,
                                     .value_count = views.size(),
                                     .values = views.data()};
    write(user_data, &outfeed);
  };
}

}  // namespace

paddock_status MakeSessionOptions(const paddock_program* program, const paddock_inputs* inputs,
                                  const paddock_run_options* given, SessionOptions& options) {
  paddock_run_options read;
  const auto status =
      FirstOf({CheckHandle(program), inputs == nullptr ? PADDOCK_OK : CheckHandle(inputs),
               ReadStruct(given, read), CheckRunOptions(read)});
  if (status != PADDOCK_OK) return status;
  if (inputs != nullptr) {
    if (inputs->program != program->program) return PADDOCK_WRONG_STATE;
    options = inputs->options;
  }
  options.level = read.level == PADDOCK_LEVEL_FAST ? Level::kFast : Level::kFaithful;
  options.numerics =
      read.numerics == PADDOCK_NUMERICS_FAST ? simd::Numerics::kFast : simd::Numerics::kPortable;
  options.grid = {read.replicas, read.partitions};
  options.mode =
      read.grid_mode == PADDOCK_GRID_THREADS ? GridMode::kThreads : GridMode::kCooperative;
  options.threads = read.threads;
  options.seed = read.seed;
  if (read.memory_bytes != 0) options.memory_bytes = read.memory_bytes;
  if (read.custom_calls != nullptr) {
    options.custom_calls = std::make_shared<const CustomCallRegistry>(read.custom_calls->registry);
  }
  SetCallbacks(read, options);
  return PADDOCK_OK;
}

namespace {

// Finds the value, or returns why there is none.
paddock_status FindValue(const Session& session, const Program& program, const NamedValue& named,
                         const Value*& value) {
  if (!session.grid().Contains(named.process)) return PADDOCK_OUT_OF_RANGE;
  const Region& body = *program.module().operation()->regions[0];
  value = FindDefinition(body, named.offset, named.index);
  if (value == nullptr) return PADDOCK_NO_VALUE;
  return CheckRange(named.part < LeafCount(value->type));
}

}  // namespace

paddock_status StoreValue(const Session& session, const Program& program, const NamedValue& named,
                          paddock_tensor** tensor) {
  const Value* value = nullptr;
  const auto status = FindValue(session, program, named, value);
  if (status != PADDOCK_OK) return status;
  auto kept = session.ValueOf(*value, named.process, named.part);
  return kept ? StoreTensor(std::move(kept->value), tensor) : PADDOCK_NO_VALUE;
}

paddock_status LookAtValue(const Session& session, const Program& program, const NamedValue& named,
                           paddock_look look, void* user_data) {
  const Value* value = nullptr;
  const auto status = FindValue(session, program, named, value);
  if (status != PADDOCK_OK) return status;
  const auto show = [&](const ValueView& found) {
    const ViewedTensor viewed(found.elements);
    paddock_tensor_view view = viewed.view();
    const std::vector<int64_t> no_strides(found.shape.size(), 0);
    if (found.is_splat && !found.shape.empty()) {
      view.rank = static_cast<uint32_t>(found.shape.size());
      view.shape = found.shape.data();
      view.byte_strides = no_strides.data();
    }
    look(user_data, &view);
  };
  return session.LookAt(*value, named.part, show, named.process) ? PADDOCK_OK : PADDOCK_NO_VALUE;
}

paddock_status StoreResult(const Session& session, ProcessId process, size_t index,
                           paddock_tensor** tensor) {
  if (!session.grid().Contains(process)) return PADDOCK_OUT_OF_RANGE;
  const std::vector<Tensor>& results = session.results(process);
  return index < results.size() ? StoreTensor(results[index], tensor) : PADDOCK_OUT_OF_RANGE;
}

}  // namespace paddock::c
