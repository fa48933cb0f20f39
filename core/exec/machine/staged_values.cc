#include "core/exec/machine/staged_values.h"

#include <cstring>
#include <utility>

namespace paddock {

void StageWithSizes(Parcel values, std::byte* sizes, StepHost& host) {
  for (const Tensor& value : values) {
    const size_t bytes = value.shape().size_bytes();
    if (bytes != 0) std::memcpy(sizes, value.shape().data(), bytes);
    sizes += bytes;
  }
  host.staged() = std::move(values);
}

}  // namespace paddock
