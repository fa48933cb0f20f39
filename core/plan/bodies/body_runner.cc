#include "core/plan/bodies/body_runner.h"

#include <algorithm>
#include <cstring>

#include "core/base/check.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {

BodyRunner::BodyRunner(const CompiledBody& body)
    : program_(body.tiles.program),
      reads_(body.tiles.reads),
      results_(body.results),
      argument_types_(body.argument_types) {
  PADDOCK_CHECK(!body.tiles.is_direct);
  for (uint32_t write = 0; write < body.tiles.writes.size(); ++write) {
    for (uint32_t i = 0; i < results_.size(); ++i) {
      if (results_[i].kind != BodyResult::Kind::kComputed || results_[i].index != write) continue;
      result_of_write_.push_back(i);
      break;
    }
  }
  if (program_ != nullptr) scratch_bytes_ = (program_->scratch_bytes + 63) / 64 * 64;
}

int64_t BodyRunner::work_per_element() const {
  return (program_ == nullptr ? 0 : program_->work_per_element) +
         8 * static_cast<int64_t>(results_.size());
}

void BodyRunner::Run(const std::byte* const* arguments, const std::byte* const* captured,
                     std::byte* const* results, int64_t count, std::byte* scratch) const {
  if (program_ != nullptr) {
    std::byte* pointers[kMaximumTileRegisters];
    size_t at = 0;
    for (uint32_t source : reads_) {
      const size_t argument_count = argument_types_.size();
      const std::byte* const read =
          source < argument_count ? arguments[source] : captured[source - argument_count];
      // The program only reads it, although its list of pointers allows writes.
      pointers[at++] = const_cast<std::byte*>(read);
    }
    for (uint32_t result : result_of_write_) pointers[at++] = results[result];
    RunTiles(*program_, pointers, scratch, 0, count);
  }
  for (size_t i = 0; i < results_.size(); ++i) {
    const BodyResult& result = results_[i];
    if (result.kind == BodyResult::Kind::kArgument) {
      const size_t bytes = ByteSize(result.type);
      std::memcpy(results[i], arguments[result.index], bytes * static_cast<size_t>(count));
    } else if (result.kind == BodyResult::Kind::kCaptured) {
      simd::Fill(results[i], captured[result.index], ByteSize(result.type), count);
    } else if (result_of_write_[result.index] != i) {
      // An earlier result has the same value.
      const size_t bytes = ByteSize(result.type);
      std::memcpy(results[i], results[result_of_write_[result.index]],
                  bytes * static_cast<size_t>(count));
    }
  }
}

}  // namespace paddock
